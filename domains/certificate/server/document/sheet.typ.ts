import type { PrintTemplate } from '@kaopei/print'

/**
 * Draws what `layOut` has placed, each thing where it says, in millimetres; a text's place is the left end of its baseline. Kerning, ligatures and the
 * space between Chinese and Latin are off, for the widths were reckoned without them. Everything that differs between certificates is data.
 */
export const sheetTemplate: PrintTemplate = {
  name: 'certificate',
  source: `
#set par(justify: false, leading: 0pt, spacing: 0pt)
#set text(kerning: false, ligatures: false, cjk-latin-spacing: none, top-edge: "baseline", bottom-edge: "baseline", overhang: false)
#let at(item, body) = place(top + left, dx: item.x * 1mm, dy: item.y * 1mm, body)
#let drawn(item) = {
  if item.kind == "text" {
    at(item, box(width: 2000mm, text(size: item.sizePt * 1pt, weight: if item.isBold { "bold" } else { "regular" }, fill: rgb(item.color), tracking: item.spacingPt * 1pt, item.text)))
  } else if item.kind == "picture" {
    at(item, picture(item.file, width: item.width * 1mm, height: item.height * 1mm, fit: "contain"))
  } else if item.kind == "portrait" {
    at(item, picture(item.file, width: item.width * 1mm, height: item.height * 1mm, fit: "cover"))
  } else if item.kind == "frame" {
    at(item, rect(width: item.width * 1mm, height: item.height * 1mm, stroke: if item.strokeMm > 0 { item.strokeMm * 1mm + rgb(item.color) } else { none }, fill: if item.fill == none { none } else { rgb(item.fill) }))
  } else {
    at(item, picture(item.file, width: item.width * 1mm, height: item.height * 1mm, scaling: "pixelated"))
  }
}
#for sheet in data.sheets {
  page(width: sheet.width * 1mm, height: sheet.height * 1mm, margin: 0mm, background: if sheet.background == none { none } else { picture(sheet.background, width: 100%, height: 100%, fit: "cover") }, {
    for item in sheet.items { drawn(item) }
  })
}
`,
}
