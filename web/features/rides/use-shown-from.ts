import { useConnection } from './use-connection.ts';

/**
 * From when a list on screen is, while the connection is down: until it broke every change arrived, and a snapshot may have come since.
 * Null while it is not old, or there is nothing to see. `asOf` is when the server last told of it.
 */
export function useShownFrom(asOf: Date | null): Date | null {
  const { isDown, since } = useConnection();
  if (!isDown || !asOf) return null;
  return asOf > since ? asOf : since;
}
