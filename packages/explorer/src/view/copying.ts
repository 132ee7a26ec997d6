import type { ComponentChild } from 'preact';
import type { Call } from '../model/calls.js';
import type { Table } from '../model/tables.js';

/** Something that can be taken along: its request, its figures, its drawing. */
export interface Copyable {
  readonly title: string;
  readonly call: Call;
  readonly table: Table;
  /** The drawing at a width in pixels. */
  readonly drawing: (width: number) => ComponentChild;
}

/** What a person may do with a picture; a report has nothing of it. */
export interface Actions {
  readonly copy: (what: Copyable) => void;
  /** The address of a board within the page; `null` where there are no boards, only their figures. */
  readonly boardAddress: (id: string) => string | null;
}
