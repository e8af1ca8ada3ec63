// The list of tables without a result: links that lead to them, to the first of them where there are very many.

function linkTo(row) {
  const link = document.createElement("a");
  link.href = `#${row.id}`;
  link.dataset.jump = row.dataset.table;
  link.textContent = row.dataset.table;
  link.title = row.dataset.names;
  return link;
}

/** Show links to the rows in order. Only what changed is touched. */
export function listMissing(list, all) {
  const most = Number(list.dataset.most);
  const open = all.slice(0, most);
  list.classList.toggle("missing-list--more", all.length > most);
  const wanted = new Set(open.map((row) => row.dataset.table));
  const shown = new Set();
  for (const link of Array.from(list.children)) {
    if (wanted.has(link.dataset.jump)) shown.add(link.dataset.jump);
    else link.remove();
  }
  for (const row of open.filter((other) => !shown.has(other.dataset.table))) {
    const after = [...list.children].find((link) => Number(link.dataset.jump) > Number(row.dataset.table));
    list.insertBefore(linkTo(row), after || null);
  }
}
