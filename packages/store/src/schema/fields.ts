import { type FactKind, type FieldType, factCatalog, factKinds } from '@tallyboard/core/vocabulary';

/** One field of a kind of fact, as the catalog has it. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
}

const fieldsOf = (row: Readonly<Record<string, string>>): readonly Field[] =>
  Object.entries(row).map(([name, type]) => ({
    name,
    type: type.replace('?', '') as FieldType,
    nullable: type.endsWith('?'),
  }));

/** The fields of every kind. */
export const factFields = Object.fromEntries(
  factKinds.map((kind) => [kind, fieldsOf(factCatalog[kind])]),
) as unknown as Readonly<Record<FactKind, readonly Field[]>>;

/** What identifies a fact among those of its kind: where it has no id, the fields that are its key. */
export const factKeys: Readonly<Record<FactKind, readonly string[]>> = {
  user: ['id'],
  apiKey: ['keySha256'],
  organization: ['id'],
  billingTerm: ['organizationId', 'startsOn'],
  seatChange: ['organizationId', 'on'],
  member: ['organizationId', 'userId'],
  invitation: ['id'],
  board: ['id'],
  section: ['id'],
  post: ['id'],
  comment: ['id'],
  reaction: ['id'],
  visit: ['id'],
  attachment: ['id'],
  play: ['id'],
  scan: ['id'],
};
