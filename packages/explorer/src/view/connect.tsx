import { fieldText } from './dom.js';

export interface Entered {
  readonly service: string;
  readonly key: string;
  /** Whether the tab keeps the key until it is closed. */
  readonly isKept: boolean;
}

interface ConnectProps {
  /** The address that is in the field; `null` when the page belongs to one service. */
  readonly service: string | null;
  /** What was wrong with the key or the address; empty for nothing. */
  readonly wrong: string;
  readonly onConnect: (entered: Entered) => void;
}

const KeyForm = ({ service, wrong, onConnect }: ConnectProps) => (
  <form
    class="panel"
    autocomplete="off"
    onSubmit={(event) => {
      event.preventDefault();
      const fields = new FormData(event.currentTarget);
      onConnect({
        service: fieldText(fields, 'service'),
        key: fieldText(fields, 'key'),
        isKept: fields.has('keep'),
      });
    }}
  >
    {service === null ? null : (
      <label>
        Address of the service
        <input
          name="service"
          type="url"
          required
          placeholder="https://api.example.org"
          value={service}
        />
      </label>
    )}
    <label>
      API key
      <input
        name="key"
        type="password"
        required
        autocomplete="off"
        spellcheck={false}
        aria-invalid={wrong !== ''}
        aria-describedby="key-wrong"
      />
    </label>
    <p id="key-wrong" role="alert">
      {wrong}
    </p>
    <label class="check">
      <input name="keep" type="checkbox" />
      Keep the key for this tab
    </label>
    <p class="note">The key is sent to this service only, and is gone when the tab is closed.</p>
    <button type="submit" class="primary">
      Show my organizations
    </button>
  </form>
);

/** The first screen: a key for a service, or an index file that is computed here. */
export const Connect = ({
  reading,
  onFile,
  ...props
}: ConnectProps & {
  /** Whether a file is being read, or why it cannot be; empty for neither. */
  readonly reading: true | string;
  readonly onFile: (file: File) => void;
}) => (
  <main class="connect">
    <h1>Tallyboard explorer</h1>
    {reading === true ? (
      <p role="status">Reading the index file</p>
    ) : (
      <>
        <p class="lead">See who uses your organization’s boards, and how that changes.</p>
        <KeyForm {...props} />
        <details class="other-ways" open={reading !== ''}>
          <summary>Other ways</summary>
          <section class="panel" aria-labelledby="files">
            <h2 id="files">Open an index file</h2>
            <p class="note">
              <code>tallyboard index</code> writes one. The page computes the figures itself and
              sends nothing.
            </p>
            <label class="button">
              Choose a file
              <input
                class="unseen"
                type="file"
                onChange={({ currentTarget: { files } }) => {
                  if (files?.[0] !== undefined) onFile(files[0]);
                }}
              />
            </label>
            <p class="files-state" role="alert">
              {reading}
            </p>
          </section>
        </details>
      </>
    )}
  </main>
);
