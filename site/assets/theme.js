// Runs before the page is drawn, so that it does not flash in the other colours.
try {
  const theme = localStorage.getItem('playkeep-theme')
  if (theme) document.documentElement.dataset['theme'] = theme
} catch {
  // Storage is switched off: the colours follow the system.
}
