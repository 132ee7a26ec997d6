/** SHA-256 of the script, by which the page's policy lets this one run and no other. */
export const scriptHash = 'sha256-hVcCyEY0zeImcIlVR1J2+yYXdY42578IC3ef4jR31nE=';

/** The whole script of a page: shows the fields that filter the list of rules, and filters it. */
export const script = `(() => {
  const filter = document.getElementById('filter');
  const finding = document.getElementById('filter-finding');
  const words = document.getElementById('filter-words');
  const count = document.getElementById('filter-count');
  const rules = [...document.querySelectorAll('.rule')];
  const apply = () => {
    const wanted = words.value.toLowerCase().split(/\\s+/);
    let shown = 0;
    for (const rule of rules) {
      const text = rule.firstElementChild.textContent.toLowerCase();
      const found = !finding.value || rule.dataset.finding === finding.value;
      rule.hidden = !(found && wanted.every((word) => text.includes(word)));
      if (!rule.hidden) shown += 1;
    }
    count.textContent = shown + ' shown';
  };
  const reveal = () => {
    const rule = document.getElementById(location.hash.slice(1));
    if (rule === null || !rule.matches('.rule')) return;
    rule.hidden = false;
    rule.open = true;
    rule.scrollIntoView();
  };
  filter.hidden = false;
  filter.addEventListener('input', apply);
  addEventListener('hashchange', reveal);
  apply();
  reveal();
})();`;
