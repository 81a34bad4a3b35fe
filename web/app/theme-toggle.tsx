import { Moon, Sun } from 'lucide-react';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { toggleTheme, useTheme } from '#web/lib/theme.ts';

/** Switches between light and dark. The icon shows the theme it switches to. */
export function ThemeToggle() {
  const Icon = useTheme() === 'dark' ? Sun : Moon;
  return (
    <IconButton label="Switch between light and dark" onClick={toggleTheme}>
      <Icon aria-hidden size={20} strokeWidth={1.75} />
    </IconButton>
  );
}
