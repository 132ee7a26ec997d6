/** The columns of the periods of an index: the periods in which anything happened. */
export interface Columns {
  /** The column of each period in which anything happened. */
  readonly of: Uint16Array;
  /** How many there are. */
  readonly count: number;
}
