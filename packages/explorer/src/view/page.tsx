import type { Meaning } from '@tallyboard/core/vocabulary';
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ViewCalls } from '../model/calls.js';
import type { Entry } from '../model/catalog.js';
import type { Picture } from '../model/picture.js';
import type { Table } from '../model/tables.js';
import type { View } from '../model/view.js';
import type { SessionState } from '../session/state.js';
import type { Connected } from './use-session.js';

/** Something that can be taken along: what asks for it, its figures, its drawing. */
export interface Takeable {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly table: Table;
  /** The drawing at a width in pixels, for a part that has one. */
  readonly drawing?: ((width: number) => ComponentChildren) | undefined;
}

/** What all of the page shares once it is connected. */
export interface Tab {
  readonly connected: Connected;
  readonly state: SessionState;
  readonly view: View;
  readonly change: (changes: Partial<View>) => void;
  readonly leave: () => void;
  /** The time, in milliseconds since 1970. It moves only while something is waited for. */
  readonly now: number;
  readonly isOnline: boolean;
}

export const TabContext = createContext<Tab | null>(null);

export const useTab = (): Tab => useContext(TabContext)!;

/** What all parts of an organization's page share. */
export interface Page extends Tab {
  /** What the view asks for; the picture may be the one before. */
  readonly calls: ViewCalls;
  readonly picture: Picture;
  /** The organization and the dates, as columns of a CSV. */
  readonly about: Readonly<Record<string, string>>;
  readonly take: (how: 'download' | 'api', what: Takeable) => void;
  /** The address of a changed view; `null` where the page has no such view, as boards of files. */
  readonly address: (change: Partial<View>) => string | null;
  /** Goes to a changed view, and to a section of it. */
  readonly go: (change: Partial<View>, section?: string) => void;
}

export const PageContext = createContext<Page | null>(null);

export const usePage = (): Page => useContext(PageContext)!;

/** A part of the page that leads on to a changed view; plain text where there is no such view. */
export const Lead = ({
  change,
  section,
  label,
  children,
}: {
  readonly change: Partial<View>;
  /** The id of the heading to go to. */
  readonly section?: string;
  /** What it says to a screen reader, where the text alone does not. */
  readonly label?: string;
  readonly children: ComponentChildren;
}) => {
  const { address, go } = usePage();
  const href = address(change);
  if (href === null) return <>{children}</>;
  return (
    <a
      href={href || '#'}
      aria-label={label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(change, section);
      }}
    >
      {children}
    </a>
  );
};

/** What a figure means, behind an (i): one at a time, until you press elsewhere. */
export const About = ({ of }: { readonly of: Meaning }) => (
  <details
    class="about"
    name="about"
    onFocusOut={({ currentTarget }) => {
      currentTarget.open = false;
    }}
  >
    <summary aria-label={`What “${of.label}” means`}>i</summary>
    <p>
      {of.sentence} {of.counts}
    </p>
  </details>
);

export const TakeButtons = ({ what }: { readonly what: Takeable }) => {
  const { take } = usePage();
  return (
    <span class="take no-print">
      {(['Download', 'API'] as const).map((label) => (
        <button
          key={label}
          type="button"
          class="quiet"
          aria-label={`${label}: ${what.title}`}
          onClick={() => take(label === 'API' ? 'api' : 'download', what)}
        >
          {label}
        </button>
      ))}
    </span>
  );
};
