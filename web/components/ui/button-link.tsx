import { Link, type LinkProps } from 'react-router-dom';
import { type ButtonLook, buttonClass } from './button-class.ts';

/** A link that looks like a button. */
export const ButtonLink = ({
  variant,
  size,
  className,
  ...rest
}: Omit<LinkProps, 'className'> & ButtonLook) => (
  <Link {...rest} className={buttonClass({ variant, size, className })} />
);
