import type {
  RosterOrder,
  RosterRole,
  RosterSort,
  RosterStatus,
} from '@tallyboard/core/vocabulary';
import type { ChartId } from './charts.js';
import type { MonthSpan } from './months.js';
import type { PresetId } from './presets.js';

/** Which members the roster lists, and how. */
export interface RosterView {
  readonly q: string;
  /** `null` for everybody. */
  readonly status: RosterStatus | null;
  /** `null` for every role. */
  readonly role: RosterRole | null;
  readonly sort: RosterSort;
  readonly order: RosterOrder;
  /** From 1 on. */
  readonly page: number;
}

/** All that a person has chosen. It is in the address of the page. */
export interface View {
  /** The service's address; empty for the one that the page comes from, or for files. */
  readonly service: string;
  /** The organization's id; empty before one is chosen. */
  readonly organization: string;
  /** A preset, or months that were chosen freely. */
  readonly range: PresetId | MonthSpan;
  readonly chart: ChartId;
  /** Roles that the main chart stacks; empty for everybody together. */
  readonly roles: readonly string[];
  readonly roster: RosterView;
  /** The board that is shown in place of the organization; empty for none. */
  readonly board: string;
}

/** The roster as the page shows it first. */
export const firstRoster: RosterView = {
  q: '',
  status: null,
  role: null,
  sort: 'name',
  order: 'asc',
  page: 1,
};
