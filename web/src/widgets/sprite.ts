/** The drawn icons as one hidden SVG of symbols, so that the map can repeat them cheaply with `<use>`. */

const files = import.meta.glob<string>("../icons/**/*.svg", { query: "?raw", import: "default", eager: true });

const names = new Set<string>();

export const hasIcon = (name: string): boolean => names.has(name);

export function installSprite(): void {
  const parser = new DOMParser();
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.setAttribute("aria-hidden", "true");
  sheet.setAttribute("class", "sr-only");
  for (const [path, source] of Object.entries(files)) {
    const name = path.replace(/^.*\//, "").replace(/\.svg$/, "");
    const drawing = parser.parseFromString(source, "image/svg+xml").documentElement;
    const symbol = document.createElementNS("http://www.w3.org/2000/svg", "symbol");
    symbol.id = `icon-${name}`;
    symbol.setAttribute("viewBox", drawing.getAttribute("viewBox") ?? "0 0 24 24");
    for (const attribute of ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule"]) {
      const value = drawing.getAttribute(attribute);
      if (value !== null) symbol.setAttribute(attribute, value);
    }
    symbol.append(...Array.from(drawing.childNodes));
    sheet.append(symbol);
    names.add(name);
  }
  document.body.prepend(sheet);
}
