import {
  type Client,
  describeFailure,
  type Failure,
  type Outcome,
  type Progress,
  type RosterPage,
} from '@tallyboard/client';
import type { ViewCalls } from '../model/calls.js';
import { asking, type Known, known, noFigure } from '../model/known.js';
import type { View } from '../model/view.js';
import { askRoster } from './ask-roster.js';
import { findBuilders, findPerson, memberCount } from './lookups.js';
import { personKey, rosterKey, rosterRequestOf } from './roster-request.js';
import {
  type Identity,
  type PersonRows,
  type Problem,
  type SessionState,
  type WholeBoard,
  withEntries,
  without,
} from './state.js';

export interface RecordsOptions {
  readonly client: Client;
  readonly state: () => SessionState;
  readonly set: (change: Partial<SessionState>) => void;
  readonly fail: (part: Problem['part'], failure: Failure | null) => void;
  readonly note: (progress: Progress) => void;
}

const rowsPerPage = 25;

/** Organizations whose members are counted for the choice of one. */
const countedMax = 12;

/** What a session asks for besides figures: roster pages, people, boards. Each is asked for once. */
export class Records {
  readonly #to: RecordsOptions;
  #rosterStop = new AbortController();
  #rosterAsked = '';

  constructor(to: RecordsOptions) {
    this.#to = to;
  }

  close(): void {
    this.#rosterStop.abort();
  }

  /** Asks for a page of the roster; the one before is not waited for any more. */
  async askRoster(view: View, thisMonth: string): Promise<void> {
    const { client, state, set, fail, note } = this.#to;
    const key = rosterKey(view, thisMonth);
    if (key !== this.#rosterAsked) this.#rosterStop.abort();
    if (state().rosters.has(key)) return;
    const stop = new AbortController();
    this.#rosterStop = stop;
    this.#rosterAsked = key;
    const put = (roster: Known<RosterPage>): void =>
      set({ rosters: withEntries(state().rosters, [[key, roster]]) });
    put(asking);
    const { page } = view.roster;
    const request = { ...rosterRequestOf(view, thisMonth), page, perPage: rowsPerPage };
    const failure = await askRoster(client, request, stop.signal, put, note);
    if (failure?.kind === 'aborted')
      set({ rosters: without(state().rosters, (_, one) => one === key) });
    fail('roster', failure);
  }

  async askPerson(view: View, { period, now }: ViewCalls): Promise<void> {
    const { client, state, set, note } = this.#to;
    const key = personKey(view, period);
    if (period === null || state().people.has(key)) return;
    const put = (person: Known<PersonRows>): void =>
      set({ people: withEntries(state().people, [[key, person]]) });
    put(asking);
    put(await findPerson(client, view, now.months, period.comparison, note));
  }

  async askBoard(id: string): Promise<void> {
    const { client, state, set, fail } = this.#to;
    if (state().boards.has(id)) return;
    const put = (board: Known<WholeBoard>): void =>
      set({ boards: withEntries(state().boards, [[id, board]]) });
    put(asking);
    const include = ['sections', 'posts', 'comments'] as const;
    const outcome: Outcome<WholeBoard> = await client.board(id, { include });
    put(outcome.ok ? known(outcome.value) : noFigure(describeFailure(outcome.failure)));
    fail('board', outcome.ok ? null : outcome.failure);
  }

  async findBuilders(boards: readonly string[]): Promise<void> {
    const { client, state, set } = this.#to;
    const found = await findBuilders(
      client,
      boards.filter((id) => !state().builders.has(id)),
    );
    set({ builders: withEntries(state().builders, found) });
  }

  /** Counts the members of the organizations that can be chosen: two of one name differ in it. */
  async countMembers({ organizations }: Identity, isWanted: () => boolean): Promise<void> {
    const { client, state, set } = this.#to;
    for (const { id } of organizations.slice(0, countedMax)) {
      if (state().members.has(id) || !isWanted()) continue;
      set({ members: withEntries(state().members, [[id, Number.NaN]]) });
      const count = await memberCount(client, id);
      set({ members: withEntries(state().members, [[id, count]]) });
    }
  }
}
