import { useState } from 'preact/hooks';

/** Opens an index file, dropped or chosen. */
export const FilesDrop = ({
  onFile,
  state,
}: {
  readonly onFile: (file: File) => void;
  readonly state: string;
}) => {
  const [isOver, setIsOver] = useState(false);
  const open = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <section
      class={`panel drop${isOver ? ' over' : ''}`}
      aria-labelledby="files"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        open(event.dataTransfer?.files);
      }}
    >
      <h2 id="files">Open an index file</h2>
      <p class="note">
        <code>tallyboard index</code> writes one. The page computes the figures itself and sends
        nothing.
      </p>
      <label class="button">
        Choose a file
        <input
          class="unseen"
          type="file"
          onChange={({ currentTarget }) => {
            open(currentTarget.files);
            currentTarget.value = '';
          }}
        />
      </label>
      <p class="files-state" role="status">
        {state}
      </p>
    </section>
  );
};
