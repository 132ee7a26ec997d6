import type { SectionFact } from '../../model/facts.js';
import { formatInstant } from '../../model/instant.js';
import { identify, type Resource, type ToOne } from './resource.js';

/** The attributes of a section; the specification shows only its type and id. */
export interface SectionAttributes {
  /** As in the facts. */
  readonly title: string;
  /** Place on the board, ascending. */
  readonly sortIndex: number;
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` (W27). */
  readonly createdAt: string;
  /** As `createdAt`. */
  readonly updatedAt: string;
}

/** A section of a board. */
export type SectionResource = Resource<SectionAttributes, { readonly board: ToOne }>;

/** Renders a section. */
export const sectionResource = (section: SectionFact): SectionResource => ({
  ...identify('section', section.id),
  attributes: {
    title: section.title,
    sortIndex: section.sortIndex,
    createdAt: formatInstant(section.createdAt),
    updatedAt: formatInstant(section.updatedAt),
  },
  relationships: { board: { data: identify('board', section.boardId) } },
});
