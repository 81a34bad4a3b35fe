import { messageOf } from '#web/lib/message-of.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from './ui/toast.ts';

/** Writes a table and downloads it as a file; an error is shown in a toast. */
export async function saveCsv(name: `${string}.csv`, write: () => Promise<string>): Promise<void> {
  try {
    saveFile(name, await write());
  } catch (error) {
    toast.error('Not saved', messageOf(error, 'The file could not be written. Please try again.'));
  }
}
