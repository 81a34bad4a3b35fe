import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';

interface EarlyStartDialogProps {
  /** The server's question: `The pickup is on Fri 27 Nov, 6:30 PM. Start it now?` */
  question: string;
  /** Label of the button that confirms. */
  label: string;
  onWait: () => void;
  onStart: () => void;
}

/** Confirms that the driver sets off or starts long before the pickup. The default is to wait. */
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
