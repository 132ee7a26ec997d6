import { useState } from 'preact/hooks';
import { FilesDrop } from './files-drop.js';

/** What you give to begin with. */
export interface Entered {
  readonly service: string;
  readonly key: string;
  /** Whether the tab keeps the key until it is closed. */
  readonly isKept: boolean;
}

/** The first screen: a key for a service, or an index file that is computed here. */
export const Connect = ({
  service,
  wrong,
  onConnect,
  onFile,
  filesState,
}: {
  /** The address that is in the field; `null` when the page belongs to one service. */
  readonly service: string | null;
  /** What was wrong with the key or the address; empty for nothing. */
  readonly wrong: string;
  readonly onConnect: (entered: Entered) => void;
  readonly onFile: (file: File) => void;
  /** That a file is read, or why it cannot be; empty for nothing. */
  readonly filesState: string;
}) => {
  const [entered, setEntered] = useState<Entered>({
    service: service ?? '',
    key: '',
    isKept: false,
  });
  const change = (changed: Partial<Entered>) => setEntered({ ...entered, ...changed });
  return (
    <main class="connect">
      <h1>Tallyboard explorer</h1>
      <p class="lead">See who uses your organization’s boards, and how that changes.</p>
      <form
        class="panel"
        autocomplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          onConnect({ ...entered, service: entered.service.trim(), key: entered.key.trim() });
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
              value={entered.service}
              onInput={({ currentTarget: { value } }) => change({ service: value })}
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
            value={entered.key}
            onInput={({ currentTarget: { value } }) => change({ key: value })}
          />
        </label>
        <p id="key-wrong" role="alert">
          {wrong}
        </p>
        <label class="check">
          <input
            name="keep"
            type="checkbox"
            checked={entered.isKept}
            onChange={({ currentTarget: { checked } }) => change({ isKept: checked })}
          />
          Keep the key for this tab
        </label>
        <p class="note">
          The key is sent to this service only, and is gone when the tab is closed.
        </p>
        <button type="submit" class="primary">
          Show my organizations
        </button>
      </form>
      <details class="other-ways" open={filesState !== ''}>
        <summary>Other ways</summary>
        <FilesDrop onFile={onFile} state={filesState} />
      </details>
    </main>
  );
};
