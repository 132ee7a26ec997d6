import type { Actions, Copyable } from './copying.js';

/** Opens the dialog that copies and saves; nothing in a report. */
export const CopyButton = ({
  actions,
  what,
}: {
  readonly actions: Actions | null;
  readonly what: () => Copyable;
}) =>
  actions === null ? null : (
    <button
      type="button"
      class="quiet no-print"
      aria-label={`Copy or save: ${what().title}`}
      onClick={() => actions.copy(what())}
    >
      Copy
    </button>
  );
