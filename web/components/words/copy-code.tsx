import { Copy } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';

/** A promo code, and a button that puts it on the clipboard. */
export function CopyCode({ code }: { code: string }) {
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      toast.success(`${code} copied`, 'Enter it when you book.');
    } catch {
      toast.error('The code could not be copied', `Type it when you book: ${code}`);
    }
  };

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 py-3 pr-3 pl-5 sm:pl-7">
      <span className="font-semibold tracking-wide">{code}</span>
      <Button variant="quiet" className="text-14!" aria-label={`Copy ${code}`} onClick={handleCopy}>
        <Copy aria-hidden size={16} />
        Copy
      </Button>
    </div>
  );
}
