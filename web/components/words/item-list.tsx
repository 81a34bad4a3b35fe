/** Short entries in two columns between hairlines. */
export const ItemList = ({ items }: { items: readonly string[] }) => (
  <ul className="grid gap-x-8 sm:grid-cols-2">
    {items.map((item) => (
      <li key={item} className="border-line border-t py-3">
        {item}
      </li>
    ))}
  </ul>
);
