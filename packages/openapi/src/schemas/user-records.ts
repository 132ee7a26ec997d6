import type {
  OrganizationAttributes,
  OrganizationResource,
  UserAttributes,
  UserResource,
} from '@tallyboard/core';
import { organizationTypes, roles, userIncludeRows } from '@tallyboard/core/vocabulary';
import { record, type Schemas, text, word } from '../schema.js';
import { recordDocument, resource, toMany } from './resources.js';
import { address } from './words.js';

const user = resource(
  'user',
  '`user_` and the bare id.',
  record<UserAttributes>({
    email: text('The e-mail address.'),
    name: text('The full name.'),
    username: text('The username.'),
    displayName: text('The name that others see.'),
    avatar: address('A picture.'),
    bio: text('What the user says about themselves.'),
  }),
  record<UserResource['relationships']>({
    boards: toMany('board', 'The boards that the user made, oldest first.'),
    organizations: toMany('organization', 'The organizations that the user is a member of now.'),
  }),
  'The person to whom the API key belongs. Texts that were left out are empty.',
);

const organization = resource(
  'organization',
  '`wksp_` and the bare id: what the addresses of analytics want.',
  record<OrganizationAttributes>({
    name: text('The name.'),
    organizationType: word(organizationTypes),
    role: word(roles, 'The role of the current user there.'),
  }),
  record<OrganizationResource['relationships']>({
    users: record(
      { meta: { type: 'object' } },
      { description: 'Not listed here: the roster has them.' },
    ),
  }),
  'An organization of the current user.',
);

/** The current user (2.10, 4.4). */
export const userSchemas: Schemas = {
  UserDocument: recordDocument('User', userIncludeRows, 'The current user.'),
  User: user,
  Organization: organization,
};
