import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';

interface EarlyStartDialogProps {
  /** What the server asks: `The pickup is on Fri 27 Nov, 6:30 PM. Start it now?` */
  question: string;
  /** On the button that goes ahead. */
  label: string;
  onWait: () => void;
  onStart: () => void;
}

/** Asks whether to set off or start although the pickup is still far ahead; waiting is the first choice. */
export const EarlyStartDialog = ({ question, label, onWait, onStart }: EarlyStartDialogProps) => (
  <Dialog isOpen onClose={onWait} title={question}>
    <div className="grid gap-3">
      <Button className="min-h-12" onClick={onWait}>
        Not yet
      </Button>
      <Button variant="outline" className="min-h-12" onClick={onStart}>
        {label}
      </Button>
    </div>
  </Dialog>
);
