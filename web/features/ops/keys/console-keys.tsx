import { Keyboard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useNavigate } from 'react-router-dom';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import type { PalettePlace } from '../palette/command-palette.tsx';
import { undoLast } from '../ride/dispatch-actions.ts';
import { BOARD_KEYS } from './board-keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { useOpsKey } from './ops-keys.ts';

const CommandPalette = lazy(() =>
  import('../palette/command-palette.tsx').then(({ CommandPalette }) => ({ default: CommandPalette })),
);

/** Pages reached with G followed by a letter, if the user has access to them. */
const LETTERS: Readonly<Record<string, string>> = { '/ops': 'R', '/ops/day': 'D', '/ops/inbox': 'I' };

interface ConsoleKeysProps {
  /** The pages that the signed-in user may open. */
  pages: readonly { label: string; path: string }[];
}

/** The console's global shortcuts (G and a letter, ⌘K, ?), and the button that lists all shortcuts. */
export function ConsoleKeys({ pages }: ConsoleKeysProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'keys' | 'palette' | null>(null);
  const close = () => setOpen(null);
  const lettered = pages.flatMap(({ label, path }) => {
    const letter = LETTERS[path];
    return letter ? [{ label, path, letter }] : [];
  });

  useHotkeys('mod+k', () => setOpen('palette'), {
    preventDefault: true,
    enableOnFormTags: true,
    enabled: open === null && pages.length > 0,
  });
  useOpsKey('?', () => setOpen('keys'));
  useOpsKey('z', undoLast);

  return (
    <>
      {lettered.map(({ path, letter }) => (
        <GoKey key={path} letter={letter} onGo={() => navigate(path)} />
      ))}
      <IconButton label="Keys" className="max-xl:hidden" onClick={() => setOpen('keys')}>
        <Keyboard aria-hidden size={20} strokeWidth={1.75} />
      </IconButton>
      {open === 'keys' && (
        <KeysDialog
          keys={[
            ...BOARD_KEYS,
            ...lettered.map(({ label, letter }) => ({ keys: ['G', letter], does: `Go to ${label}` })),
            { keys: ['⌘ K', 'Ctrl K'], does: 'Go anywhere' },
            { keys: ['?'], does: 'This list' },
          ]}
          onClose={close}
        />
      )}
      {open === 'palette' && (
        <Suspense fallback={null}>
          <CommandPalette places={placesOf(pages)} onGo={navigate} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

const placesOf = (pages: ConsoleKeysProps['pages']): PalettePlace[] => [
  ...pages.map(({ label, path }) => ({ label, to: path })),
  { label: 'Book by phone', to: '/ops?do=book' },
];

interface GoKeyProps {
  letter: string;
  onGo: () => void;
}

/** Registers G followed by a letter. A component, because the number of pages varies. */
function GoKey({ letter, onGo }: GoKeyProps) {
  useOpsKey(`g>${letter.toLowerCase()}`, onGo);
  return null;
}
