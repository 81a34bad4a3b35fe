import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows recovery codes, which cannot be shown again. Import it lazily. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success('Recovery codes copied', 'Keep them somewhere other than your phone.');
    } catch {
      toast.error('Not copied', 'Please write the codes down.');
    }
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={false}
      title="Recovery codes"
      description="Each one signs you in once without your app. Keep them safe: they are not shown again."
    >
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-2 rounded-field bg-sunken px-5 py-4 min-[400px]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="figures text-16 font-medium tracking-wide whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-6 grid gap-3">
        <Button variant="outline" size={52} onClick={() => void copy()}>
          Copy all
        </Button>
        <Button size={52} onClick={onClose}>
          I saved them
        </Button>
      </div>
    </Dialog>
  );
}
