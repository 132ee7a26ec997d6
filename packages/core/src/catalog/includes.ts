/** What `include` may ask for beside a board (4.3). */
export const boardIncludes = ['posts', 'sections', 'comments'] as const;

/** A kind of record that can be included with a board (4.3). */
export type BoardInclude = (typeof boardIncludes)[number];

/** What `include` may ask for beside the current user (4.4). */
export const userIncludes = ['boards', 'organizations'] as const;

/** A kind of record that can be included with the current user (4.4). */
export type UserInclude = (typeof userIncludes)[number];
