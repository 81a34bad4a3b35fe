import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type MouseEvent, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { useFocusReturn } from '#web/components/ui/dialog.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { NAVIGATION } from '#web/content/navigation.ts';
import { PanelAccount } from '#web/features/users/panel-account.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { myRidesLabel, myRidesPath } from './role-paths.ts';
import { ThemeToggle } from './theme-toggle.tsx';

interface SidePanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/** From this width on, the header shows the whole navigation. Tailwind's `lg`. */
const WIDE = '(width >= 64rem)';

/** The site's menu on small screens: 300 px wide, from the right. Following a link closes it. */
export function SidePanel({ isOpen, onClose }: SidePanelProps) {
  const role = useSessionStore((state) => state.activeRole);
  const focusReturn = useFocusReturn();

  useEffect(() => {
    const wide = matchMedia(WIDE);
    const closeIfWide = () => wide.matches && onClose();
    wide.addEventListener('change', closeIfWide);
    return () => wide.removeEventListener('change', closeIfWide);
  }, [onClose]);

  const closeOnLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) onClose();
  };

  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          onClick={closeOnLink}
          className="side-panel fixed inset-y-0 right-0 z-50 flex w-[300px] max-w-full flex-col border-line border-l bg-surface text-ink"
        >
          <div className="flex h-15 shrink-0 items-center justify-between border-line border-b pr-2 pl-5">
            <Dialog.Title className="display text-28">Marquee</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close menu">
                <X aria-hidden size={20} />
              </IconButton>
            </Dialog.Close>
          </div>
          <nav aria-label="Main" className="flex-1 overflow-y-auto overscroll-contain p-5">
            <ButtonLink to={myRidesPath(role)} variant="outline" size={48} className="mb-3 w-full">
              {myRidesLabel(role)}
            </ButtonLink>
            {NAVIGATION.map(({ title, links }) => (
              <Disclosure key={title} title={title} name="side-panel">
                <ul className="pb-3">
                  {links.map(({ to, label }) => (
                    <li key={to}>
                      <Link
                        to={to}
                        className="-mx-3 flex min-h-11 items-center rounded-item px-3 text-16 text-ink-2 hover:text-ink focus-visible:bg-sunken focus-visible:text-ink focus-visible:outline-offset-0"
                      >
                        {label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </Disclosure>
            ))}
          </nav>
          <div className="border-line border-t bg-sunken p-5">
            <PanelAccount themeToggle={<ThemeToggle />} onLeave={onClose} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
