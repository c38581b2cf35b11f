/* Small drawn things: card faces and buttons of the tray. */
const SVG = "http://www.w3.org/2000/svg";
export const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const pip = (name, id) => {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", name);
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
};

const pips = ({ rank, suit }) => {
  if (rank === "Jk") return [pip("pc-p", suit === "B" ? "joker-small" : "joker")];
  return suit ? [pip("pc-c", `suit-${suit}`), pip("pc-p", `suit-${suit}`)] : [];
};

/** A card as it lies in the tray. */
export const cardFace = (card) => {
  const face = document.createElement("span");
  const text = document.createElement("span");
  face.className = `pc ${card.rank === "Jk" ? `joker${card.suit ? ` joker-${card.suit}` : ""}` : card.suit ? `suit-${card.suit}` : "plain"}`;
  text.className = "pc-r";
  text.textContent = card.rank || "?";
  face.append(text, ...pips(card));
  return face;
};

/** A button of the tray. */
export const trayButton = ({ label, testid, pressed, name }, act) => {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: label });
  button.dataset.testid = testid;
  if (pressed !== undefined) button.setAttribute("aria-pressed", pressed);
  if (name) button.setAttribute("aria-label", name);
  button.addEventListener("click", act);
  return button;
};
