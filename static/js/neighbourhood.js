// What a belief rests on and what rests on it, drawn. The tree of buttons says the same, and both show one selection.
(() => {
  // In the drawing's own pixels; MANY is how many stand together, LEGIBLE the zoom below which words are too small.
  const WIDE = 176, LINE = 19, SIDE = 12, GAP = 22, STEP = WIDE + GAP, MARGIN = 16, MANY = 4, LEGIBLE = 0.72;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let shown = null;

  // Cytoscape would add an inline <style>, which the security policy blocks; whoever has this id makes it leave that out.
  if (!document.getElementById("__________cytoscape_stylesheet")) {
    const stand = document.createElement("meta");
    stand.id = "__________cytoscape_stylesheet";
    document.head.append(stand);
  }

  // A token with light-dark() has a value only on an element, so one is asked.
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const token = (name) => {
    probe.style.setProperty("color", `var(--${name})`);
    return getComputedStyle(probe).color;
  };
  const family = getComputedStyle(document.body).getPropertyValue("--face-desk").trim();

  const style = () => [
    { selector: "node.claim", style: {
      shape: "round-rectangle", "corner-radius": 9, "z-index": 1, width: WIDE, height: "data(height)",
      "background-color": token("graph-node"), "border-color": token("graph-node-edge"), "border-width": 1.5,
      label: "data(text)", color: token("graph-label"), "font-family": family, "font-size": 15, "font-weight": 500,
      "line-height": 1.25, "text-wrap": "wrap", "text-max-width": WIDE, "text-valign": "center", "text-halign": "center" } },
    { selector: "node.entity", style: {
      shape: "round-rectangle", "background-color": token("graph-group"), "border-color": token("rule"), "border-width": 1,
      padding: 20, label: "data(label)", "text-valign": "top", "text-halign": "center", "text-margin-y": -6,
      "text-wrap": "ellipsis", "text-max-width": 320, "font-family": family, "font-size": 15, "font-weight": 600,
      color: token("ink-2"), events: "no" } },
    { selector: "node.checked", style: { "border-color": token("graph-ok"), "border-width": 2 } },
    { selector: "node.guessed", style: { "border-style": "dashed" } },
    { selector: "node.disputed", style: {
      shape: "polygon", "shape-polygon-points": "-0.88 -1 0.88 -1 1 0 0.88 1 -0.88 1 -1 0", width: WIDE + 24,
      "background-color": token("graph-stop-fill"), "border-color": token("graph-stop"), "border-width": 2 } },
    { selector: "node.check", style: {
      shape: "polygon", "shape-polygon-points": "-1 -1 1 -1 1 0.5 0.86 1 -1 1",
      "background-color": token("graph-check-fill"), "border-color": token("graph-check"), "border-width": 2 } },
    { selector: "node.past", style: {
      shape: "rectangle", "background-color": token("graph-past"), color: token("graph-past-label"),
      "border-style": "dotted", "border-width": 2 } },
    { selector: "node.here", style: {
      "background-color": token("graph-focus-fill"), "border-color": token("graph-focus"), "border-width": 3,
      color: token("graph-label") } },
    { selector: "node.tray", style: {
      shape: "round-rectangle", width: "data(width)", height: "data(height)", "background-color": token("sunken"),
      "border-color": token("rule-strong"), "border-width": 1, "z-index": 0, events: "no" } },
    { selector: "node.lit", style: {
      "outline-width": 2, "outline-offset": 4, "outline-color": token("graph-focus"), "outline-style": "dashed" } },
    { selector: "node:selected", style: {
      "outline-width": 3, "outline-offset": 4, "outline-color": token("graph-focus"), "outline-style": "solid" } },
    { selector: "edge", style: {
      width: 1.75, "curve-style": "bezier", "line-color": token("graph-link"), "target-arrow-color": token("graph-link"),
      "target-arrow-shape": "triangle", "arrow-scale": 1.1, label: "data(word)", "font-family": family, "font-size": 13,
      "min-zoomed-font-size": 7, color: token("graph-label"), "text-background-color": token("graph-group"),
      "text-background-opacity": 1, "text-background-padding": 3 } },
    { selector: "edge.routed", style: {
      "curve-style": "unbundled-bezier", "control-point-weights": (edge) => edge.scratch("controlPointWeights"),
      "control-point-distances": (edge) => edge.scratch("controlPointDistances"), "edge-distances": "intersection" } },
    { selector: "edge.unless", style: { "line-style": "dashed", "target-arrow-shape": "tee" } },
    { selector: "edge.supports", style: { "line-style": "dotted", "target-arrow-shape": "vee" } },
    { selector: "edge.supersedes", style: {
      "line-color": token("graph-focus"), "target-arrow-color": token("graph-focus"), width: 2.5 } },
    { selector: "edge.contested", style: {
      "line-color": token("graph-stop"), "target-arrow-color": token("graph-stop"), "target-arrow-shape": "tee",
      "line-style": "dashed" } },
  ];

  // Labels are broken here rather than by Cytoscape, since the height of a node follows from its lines.
  const paper = document.createElement("canvas").getContext("2d");
  paper.font = `500 15px ${family}`;
  const lines = (text) => {
    const fits = (words) => paper.measureText(words).width <= WIDE - 2 * SIDE;
    const found = [""];
    for (const word of text.split(/\s+/)) {
      const joined = found.at(-1) ? `${found.at(-1)} ${word}` : word;
      if (fits(joined)) { found[found.length - 1] = joined; continue; }
      if (found.at(-1)) found.push("");
      if (fits(word)) { found[found.length - 1] = word; continue; }
      for (const letter of word) {
        if (!fits(found.at(-1) + letter)) found.push("");
        found[found.length - 1] += letter;
      }
    }
    return found;
  };
  const written = (data) => {
    const said = lines(data.label);
    const label = said.length > 4 ? [...said.slice(0, 3), `${said[3].slice(0, -1)}…`] : said;
    const text = [...label, data.word, ...(data.more ? [`+ ${data.more} more`] : [])];
    return { ...data, text: text.join("\n"), height: text.length * LINE + 2 * SIDE };
  };

  // Where many hang on one claim alone and in one way, they stand together on a tray, with one edge for all of them:
  // side by side they would be one line that nobody could read.
  const trays = (cy) => {
    const found = new Map();
    for (const leaf of cy.nodes(".claim").filter((node) => node.connectedEdges().length === 1)) {
      const edge = leaf.connectedEdges();
      const out = edge.source().same(leaf);
      const hub = out ? edge.target() : edge.source();
      const name = [hub.id(), out, edge.data("kind"), leaf.data("parent")].join(" ");
      if (!found.has(name)) found.set(name, { hub, out, kind: edge.data("kind"), word: edge.data("word"), leaves: [] });
      found.get(name).leaves.push(leaf);
    }
    return [...found.values()].filter((each) => each.leaves.length >= MANY).map((each, number) => tray(cy, each, number));
  };
  const tray = (cy, { hub, out, kind, word, leaves }, number) => {
    const wide = Math.ceil(Math.sqrt(leaves.length));
    const lines = Array.from({ length: Math.ceil(leaves.length / wide) }, (_, row) => leaves.slice(row * wide, (row + 1) * wide));
    const heights = lines.map((line) => Math.max(...line.map((leaf) => leaf.data("height"))));
    const size = { width: wide * STEP + GAP, height: heights.reduce((sum, each) => sum + each + GAP, GAP) };
    const id = `tray-${number}`;
    cy.remove(cy.collection(leaves).connectedEdges());
    cy.add([
      { data: { id, parent: leaves[0].data("parent"), ...size }, classes: "tray", selectable: false },
      { data: { source: out ? id : hub.id(), target: out ? hub.id() : id, kind, word: `${leaves.length} × ${word}` }, classes: kind },
    ]);
    const put = () => {
      const box = cy.getElementById(id).position();
      let top = box.y - size.height / 2 + GAP;
      lines.forEach((line, row) => {
        const left = box.x - (line.length * STEP - GAP) / 2;
        line.forEach((leaf, place) => leaf.position({ x: left + place * STEP + WIDE / 2, y: top + heights[row] / 2 }));
        top += heights[row] + GAP;
      });
    };
    return { leaves: cy.collection(leaves), put };
  };

  function draw(part) {
    const place = part.querySelector("[data-graph]");
    const data = JSON.parse(place.dataset.graph);
    const buttons = new Map([...part.querySelectorAll("[data-node]")].map((each) => [each.dataset.node, each]));
    const say = part.querySelector("[data-say]");
    const page = part.querySelector("[data-page]");
    const nodes = data.elements.nodes.map((each) => ({ ...each, data: each.classes === "entity" ? each.data : written(each.data) }));
    const cy = cytoscape({
      container: place, elements: { nodes, edges: data.elements.edges }, style: style(), layout: { name: "preset" },
      userZoomingEnabled: false, boxSelectionEnabled: false, selectionType: "single", autoungrabify: true,
      maxZoom: 1.6, minZoom: 0.1,
    });
    let chosen = data.chosen;

    cy.nodes(".entity").unselectify();
    const together = trays(cy);
    cy.elements().not(together.reduce((all, each) => all.union(each.leaves), cy.collection())).layout({
      name: "dagre", rankDir: "TB", ranker: "tight-tree", nodeSep: GAP, rankSep: 84, edgeSep: 30, fit: false,
      useDagreEdgeControlPoints: true, automaticDagreEdgeStyle: false, edgeWeight: (edge) => (edge.connectedNodes(".tray").nonempty() ? 8 : 1),
    }).run();
    together.forEach((each) => each.put());
    cy.edges().filter((edge) => edge.scratch("controlPointWeights")?.length && edge.connectedNodes(".tray").empty()).addClass("routed");

    const towards = (view) => {
      if (still.matches) cy.viewport({ zoom: view.zoom, pan: view.pan });
      else cy.animate({ zoom: view.zoom, pan: view.pan, duration: 120 });
    };
    const whole = () => cy.getFitViewport(cy.elements(), MARGIN);
    const fit = () => towards(whole());
    // What would be too small to read when fitted is shown around the chosen node instead, with no empty margins.
    const frame = () => {
      cy.resize();
      const view = whole();
      if (!view) return;
      cy.zoom(Math.min(Math.max(view.zoom, LEGIBLE), 1.1));
      cy.center(cy.getElementById(chosen));
      const box = cy.elements().renderedBoundingBox();
      const shift = (start, end, room) => {
        if (end - start <= room - 2 * MARGIN) return (room - end - start) / 2;
        return Math.min(0, MARGIN - start) || Math.max(0, room - MARGIN - end);
      };
      cy.panBy({ x: shift(box.x1, box.x2, cy.width()), y: shift(box.y1, box.y2, cy.height()) });
    };
    const bringIn = (node) => {
      const box = node.renderedBoundingBox();
      if (box.x1 < 0 || box.y1 < 0 || box.x2 > cy.width() || box.y2 > cy.height()) cy.center(node);
    };
    const light = (id) => cy.batch(() => {
      cy.nodes(".lit").removeClass("lit");
      if (id) cy.getElementById(id).addClass("lit");
    });
    const choose = (id) => {
      chosen = id;
      const node = cy.getElementById(id);
      cy.batch(() => { cy.nodes().unselect(); node.select(); });
      for (const [name, button] of buttons) button.setAttribute("aria-pressed", String(name === id));
      say.textContent = node.data("says");
      page.href = buttons.get(id).dataset.href;
      bringIn(node);
    };

    for (const [id, button] of buttons) {
      button.addEventListener("click", (event) => { event.preventDefault(); choose(id); });
      button.addEventListener("focus", () => { light(id); bringIn(cy.getElementById(id)); });
      button.addEventListener("blur", () => light(null));
      button.addEventListener("mouseenter", () => light(id));
      button.addEventListener("mouseleave", () => light(null));
    }
    cy.on("tap", "node.claim", (event) => {
      choose(event.target.id());
      buttons.get(chosen).scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
    });
    cy.on("tap", (event) => { if (event.target === cy) setTimeout(() => choose(chosen), 0); });

    const zoom = part.querySelector("[data-zoom]");
    zoom.hidden = false;
    zoom.addEventListener("click", (event) => {
      const by = Number(event.target.closest("[data-by]")?.dataset.by ?? 1);
      if (by === 0) fit();
      else cy.zoom({ level: cy.zoom() * by, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
    });

    const show = part.querySelector("[data-show]");
    show.addEventListener("click", () => {
      const drawn = part.querySelector("[data-web]").classList.toggle("drawn");
      show.setAttribute("aria-expanded", String(drawn));
      show.textContent = drawn ? "Hide the drawing" : "Show it as a drawing too";
      if (drawn) frame();
    });

    part.querySelector("[data-wait]").hidden = true;
    part.querySelector("[data-web]").dataset.live = "";
    choose(chosen);
    frame();
    return { cy, frame, part };
  }

  // Cytoscape measures labels once, so the face must be there before it draws.
  async function start(part) {
    await Promise.all([500, 600].map((weight) => document.fonts.load(`${weight} 15px ${family}`))).catch(() => {});
    if (!part.isConnected) return;
    const began = performance.now();
    shown?.cy.destroy();
    shown = draw(part);
    performance.measure("neighbourhood", { start: began });
    part.dataset.drawn = "true";
    part.drawing = shown.cy;
  }

  const part = () => document.getElementById("neighbourhood");
  if (!part() || !window.cytoscape) return;
  start(part());
  document.addEventListener("theme", () => shown?.cy.style(style()));
  addEventListener("resize", () => shown?.frame());
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!part() || part() === shown?.part || !event.target.contains(part())) return;
    start(part());
    part().querySelector("[aria-pressed=true]").focus({ preventScroll: true });
  });
})();
