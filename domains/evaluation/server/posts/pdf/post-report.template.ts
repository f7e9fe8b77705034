import type { PrintTemplate } from '@kaopei/print'

/** The page of a report for a post on paper. Everything that is said stands in `data`. */
export const postReportTemplate: PrintTemplate = {
  name: 'evaluation-post-report',
  source: `
#let quiet = rgb("#646a73")
#set page(paper: "a4", margin: (x: 18mm, y: 18mm), footer: context [#set text(8pt, fill: quiet); #data.footer #h(1fr) #counter(page).display("1 / 1", both: true)])
#set text(10pt)
#let heading-of(title) = [#v(3mm) #text(13pt, weight: "bold")[#title] #v(1mm)]
#let sheet(titles, rows) = table(columns: titles.len(), stroke: 0.4pt + rgb("#dcdfe6"), inset: 2mm, align: (x, y) => if x == 0 { left } else { right },
  ..titles.map(title => table.cell(fill: rgb("#f5f7fa"))[#text(8.5pt, weight: "bold")[#title]]),
  ..rows.flatten().map(value => text(8.5pt)[#value]))
#text(18pt, weight: "bold")[#data.title]
#v(2mm)
#grid(columns: (1fr, 1fr), row-gutter: 2.4mm, column-gutter: 6mm, ..data.facts.map(fact => [#text(fill: quiet)[#fact.at(0)：] #fact.at(1)]))
#v(2mm)
#for warning in data.warnings [#block(fill: rgb("#fdf6ec"), inset: 2.4mm, width: 100%)[#warning]]
#for part in data.parts [
  #heading-of(part.title)
  #for line in part.lines [#line \\ ]
]
#heading-of(data.fit.title)
#for line in data.fit.lines [#line \\ ]
#if data.fit.rows.len() > 0 [#v(1mm) #sheet(("技能", "要求", "现有", "比较", "权重", "依据"), data.fit.rows)]
#if data.personality.isThere [
  #heading-of("职业性格")
  #for line in data.personality.lines [#line \\ ]
  #if data.personality.radar != "" [#align(center)[#vector(data.personality.radar, width: 85mm)]]
  #if data.personality.rows.len() > 0 [#sheet(data.personality.columns, data.personality.rows)]
  #for one in data.personality.words [
    #block(breakable: false)[#text(weight: "bold")[#one.title] \\ #one.text]
  ]
]
#v(4mm)
#text(8.5pt, fill: quiet)[#data.notice]
`,
}
