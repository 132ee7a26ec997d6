import type { MemberStatus } from '../model/metric.js';

/** What is special about one value of `memberCount`'s `status`. */
export interface MemberStatusRow {
  /** It has no all-members form: the entry must list roles (4.1.6). */
  readonly needsUserType: boolean;
  /**
   * It can be asked for as a monthly series (4.1.8). The specification names the pair active and
   * inactive as unsupported; that `inactive` and `invited` have no series of their own is our
   * reading: both describe the roster as it is now.
   */
  readonly monthly: boolean;
}

/** The values of `memberCount`'s `status` (2.4, 4.1.6, 4.1.8). */
// biome-ignore format: a table reads by its columns
const memberStatusTable = {
  active:   { needsUserType: false, monthly: true  },
  inactive: { needsUserType: false, monthly: false },
  invited:  { needsUserType: true,  monthly: false },
  joined:   { needsUserType: true,  monthly: true  },
  all:      { needsUserType: false, monthly: true  },
} as const satisfies Readonly<Record<MemberStatus, MemberStatusRow>>;

/** The statuses that have a monthly series. */
export type MonthlyMemberStatus = {
  [S in MemberStatus]: (typeof memberStatusTable)[S]['monthly'] extends true ? S : never;
}[MemberStatus];

/** The same table, for programs that read all rows alike. */
export const memberStatusCatalog: Readonly<Record<MemberStatus, MemberStatusRow>> =
  memberStatusTable;
