import { useState } from 'react';
import { dateInVegas } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { announce } from '#web/lib/announce.ts';
import { call } from '#web/lib/call.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

interface PersonDataProps {
  person: { id: string; name: string };
  onClose: () => void;
  /** Called after the account was deleted. */
  onDeleted?: () => void;
}

const loadApi = () => import('#common/personal-data/own-data-api.ts');

/**
 * Lets an admin fulfil a person's data request on their behalf: export their data as a file, or delete their
 * account.
 */
export function PersonDataDialog({ person: { id, name }, onClose, onDeleted }: PersonDataProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [said, setSaid] = useState<{ text: string; isRefusal: boolean } | null>(null);
  const fail = (error: unknown) => setSaid({ text: messageOf(error, NO_ANSWER_RETRY), isRefusal: true });

  const download = useInFlight(async () => {
    setSaid(null);
    try {
      const { exportPerson } = await loadApi();
      const data = await call(exportPerson, { userId: id });
      saveFile(`data-${id}-${dateInVegas(new Date(data.madeAt))}.json`, JSON.stringify(data, null, 2));
      setSaid({ text: 'Downloaded and logged.', isRefusal: false });
    } catch (error) {
      fail(error);
    }
  });
  const remove = useInFlight(async () => {
    setSaid(null);
    try {
      const { deletePerson } = await loadApi();
      await call(deletePerson, { userId: id });
      announce(`${name}’s account is deleted.`);
      onDeleted?.();
      onClose();
    } catch (error) {
      fail(error);
    }
  });

  const isPending = download.isPending || remove.isPending;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={isAsking ? `Delete ${name}’s account?` : `${name}’s data`}
      description={
        isAsking
          ? 'They are signed out at once, and what we know about them is erased for good. Ride amounts and times stay, without them. They get an email.'
          : 'For someone who asked for it. Make sure it is them: send the file only to the account’s email address. They get an email about the download.'
      }
    >
      <p
        role={said?.isRefusal ? 'alert' : 'status'}
        className={`mb-4 text-14 empty:hidden ${said?.isRefusal ? 'text-danger' : 'text-ink-2'}`}
      >
        {said?.text}
      </p>
      <div className="flex gap-3 max-sm:flex-col-reverse sm:justify-end">
        {isAsking ? (
          <>
            <Button variant="outline" autoFocus isUnavailable={isPending} onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
            <Button
              variant="danger"
              isPending={remove.isPending}
              pendingLabel="Deleting..."
              onClick={remove.run}
            >
              Delete for good
            </Button>
          </>
        ) : (
          <>
            <Button variant="danger" isUnavailable={isPending} onClick={() => setIsAsking(true)}>
              Delete account
            </Button>
            <Button isPending={download.isPending} pendingLabel="Gathering..." onClick={download.run}>
              Download
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
