import { Dialog } from '#web/components/ui/dialog.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import type { ListedKey } from './board-keys.ts';
import { KeyCap } from './key-cap.tsx';
import { setKeys, useKeysSetting } from './ops-keys.ts';

interface KeysDialogProps {
  keys: readonly ListedKey[];
  onClose: () => void;
}

/** Lists the keyboard shortcuts, with a switch that disables single-key ones. */
export function KeysDialog({ keys, onClose }: KeysDialogProps) {
  const isOn = useKeysSetting((setting) => setting.isOn);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Keys"
      description="They work when focus is on a list or nowhere, never in a field."
    >
      <dl className="border-line border-t text-14">
        {keys.map(({ keys: pressed, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 border-line border-b py-2">
            <dt className="order-2 flex gap-1">
              {pressed.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch isOn={isOn} onChange={setKeys} className="mt-4">
        Use single keys
      </Switch>
    </Dialog>
  );
}
