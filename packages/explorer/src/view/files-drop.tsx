import { useState } from 'preact/hooks';
import { filesOfDrop } from '../files/files-of-drop.js';

/** Takes files or a folder of facts, or an index file, dropped or chosen. */
export const FilesDrop = ({
  onFiles,
  state,
}: {
  readonly onFiles: (files: readonly File[]) => void;
  readonly state: string;
}) => {
  const [isOver, setIsOver] = useState(false);
  const chosen = (input: HTMLInputElement): void => {
    const files = [...(input.files ?? [])];
    input.value = '';
    if (files.length > 0) onFiles(files);
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
        if (event.dataTransfer !== null) void filesOfDrop(event.dataTransfer).then(onFiles);
      }}
    >
      <h2>Or look at files</h2>
      <p class="note">
        Drop a folder or files of facts (.ndjson, .ndjson.gz) here, or one index file. The page
        computes the figures itself and sends nothing.
      </p>
      <p class="buttons">
        <label class="button">
          Choose files
          <input
            class="unseen"
            type="file"
            multiple
            onChange={({ currentTarget }) => chosen(currentTarget)}
          />
        </label>
        <label class="button">
          Choose a folder
          <input
            class="unseen"
            type="file"
            multiple
            {...{ webkitdirectory: true }}
            onChange={({ currentTarget }) => chosen(currentTarget)}
          />
        </label>
      </p>
      <p class="files-state" role="status">
        {state}
      </p>
    </section>
  );
};
