import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './text-input.tsx';

/** A password input with a button that shows the password. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;

  return (
    <span className="relative block">
      <TextInput {...props} type={isShown ? 'text' : 'password'} className="pr-13" />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        className="absolute top-0.5 right-0.5 text-ink-2"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon aria-hidden size={20} />
      </IconButton>
    </span>
  );
}
