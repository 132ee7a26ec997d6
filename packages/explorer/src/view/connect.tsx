import { useState } from 'preact/hooks';
import { fieldText } from './field-text.js';
import { FilesDrop } from './files-drop.js';

/** What a person gives to begin with. */
export interface ConnectProps {
  /** The address that is in the field; `null` when the page belongs to one service. */
  readonly service: string | null;
  /** Gives back what is wrong, or nothing. */
  readonly onConnect: (service: string, key: string) => string | null;
  readonly onFiles: (files: readonly File[]) => void;
  /** What reading files came to; empty for nothing. */
  readonly filesState: string;
}

/** The first screen: a key for a service, or files that are computed here. */
export const Connect = ({ service, onConnect, onFiles, filesState }: ConnectProps) => {
  const [wrong, setWrong] = useState<string | null>(null);
  return (
    <main class="connect">
      <h1>Explorer</h1>
      <p class="lead">See an organization: members, activity, rankings and content safety.</p>
      <form
        class="panel"
        autocomplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const address = service === null ? '' : fieldText(fields, 'service');
          setWrong(onConnect(address, fieldText(fields, 'key')));
        }}
      >
        <h2>Ask a service</h2>
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
          <input name="key" type="password" required autocomplete="off" spellcheck={false} />
        </label>
        <p class="note">
          The key stays in the memory of this tab. It is sent to this service only.
        </p>
        {wrong === null ? null : <p role="alert">{wrong}</p>}
        <button type="submit" class="primary">
          Show my organizations
        </button>
      </form>
      <FilesDrop onFiles={onFiles} state={filesState} />
    </main>
  );
};
