import type {
  RosterOrder,
  RosterRole,
  RosterSort,
  RosterStatus,
} from '@tallyboard/core/vocabulary';
import type { ChartId } from './catalog.js';
import type { MonthSpan } from './months.js';

/** The names of the presets of ranges. */
export type PresetId = 'term' | 'month' | '3m' | '12m' | '24m' | 'school';

export interface RosterView {
  readonly q: string;
  /** `null` for active and inactive members. */
  readonly status: RosterStatus | null;
  /** `null` for every role. */
  readonly role: RosterRole | null;
  readonly sort: RosterSort;
  readonly order: RosterOrder;
  /** From 1 on. */
  readonly page: number;
}

/** What a range is compared with: the same months a year before, the months just before, or nothing. */
export const comparisons = ['year', 'before', 'none'] as const;

export type CompareWith = (typeof comparisons)[number];

/** Everything that you have chosen. It is in the address of the page. */
export interface View {
  /** The service's address; empty for the one that the page comes from, or for files. */
  readonly service: string;
  /** The organization's id; empty before one is chosen. */
  readonly organization: string;
  /** A preset, or months that were chosen freely. */
  readonly range: PresetId | MonthSpan;
  readonly compare: CompareWith;
  /** `null` for the first chart that has something to show. */
  readonly chart: ChartId | null;
  /** Roles that the main chart stacks; empty for all members together. */
  readonly roles: readonly string[];
  readonly roster: RosterView;
  /** The person whose panel is open: a hashid and a name to search the roster for; empty for none. */
  readonly person: { readonly id: string; readonly name: string };
  /** The board that is shown in place of the organization; empty for none. */
  readonly board: string;
}

/** The roster as the page shows it first: the latest activity on top. */
export const firstRoster: RosterView = {
  q: '',
  status: null,
  role: null,
  sort: 'lastActivityDate',
  order: 'desc',
  page: 1,
};

export const noPerson: View['person'] = { id: '', name: '' };

export const rosterCounts = ['posts', 'boards', 'comments', 'reactions'] as const;

/** The range that the page shows first. */
export const firstPreset: PresetId = '12m';

/** What the page shows of an organization at first. */
export const firstView: View = {
  service: '',
  organization: '',
  range: firstPreset,
  compare: 'year',
  chart: null,
  roles: [],
  roster: firstRoster,
  person: noPerson,
  board: '',
};
