/** Opens so many sockets, some of them at once, and gives them in order. */
export async function openInTurn<Opened>(
  count: number,
  open: (index: number) => Promise<Opened>,
  atOnce = 50,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      opened[index] = await open(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return opened;
}
