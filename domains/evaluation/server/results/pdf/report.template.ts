import type { PrintTemplate } from '@kaopei/print'

/** The page of a report on paper. Everything that is said stands in `data`: nothing of a scale is in here. */
export const reportTemplate: PrintTemplate = {
  name: 'evaluation-report',
  source: `
#let quiet = rgb("#646a73")
#set page(paper: "a4", margin: (x: 18mm, y: 18mm), footer: context [#set text(8pt, fill: quiet); #data.footer #h(1fr) #counter(page).display("1 / 1", both: true)])
#set text(10pt)
#text(18pt, weight: "bold")[#data.title]
#v(2mm)
#grid(columns: (1fr, 1fr), row-gutter: 2.4mm, column-gutter: 6mm, ..data.facts.map(fact => [#text(fill: quiet)[#fact.at(0)：] #fact.at(1)]))
#v(3mm)
#if data.warning != "" [#block(fill: rgb("#fdf6ec"), inset: 3mm, width: 100%)[#data.warning] #v(2mm)]
#if data.radar != "" [#align(center)[#vector(data.radar, width: 95mm)]]
#text(13pt, weight: "bold")[各维度]
#table(columns: data.columns.len(), stroke: 0.4pt + rgb("#dcdfe6"), inset: 2mm, align: (x, y) => if x == 0 { left } else { right },
  ..data.columns.map(title => table.cell(fill: rgb("#f5f7fa"))[#text(8.5pt, weight: "bold")[#title]]),
  ..data.rows.flatten().map(value => text(8.5pt)[#value]))
#v(3mm)
#text(13pt, weight: "bold")[解释]
#for one in data.words [
  #block(breakable: false)[
    #text(weight: "bold")[#one.title]
    #if one.description != "" [ \\ #text(8.5pt, fill: quiet)[#one.description]]
    \\ #text(8.5pt, fill: quiet)[比较的依据：#one.basis]
    \\ #one.text
    #for facet in one.facets [\\ #text(8.5pt)[#facet]]
  ]
]
#if data.items.len() > 0 [
  #v(3mm)
  #text(13pt, weight: "bold")[各项行为]
  #table(columns: (auto, 1fr, auto, auto), stroke: 0.4pt + rgb("#dcdfe6"), inset: 2mm, align: (x, y) => if x < 2 { left } else { right },
    ..("维度", "行为", "他评", "自评").map(title => table.cell(fill: rgb("#f5f7fa"))[#text(8.5pt, weight: "bold")[#title]]),
    ..data.items.flatten().map(value => text(8.5pt)[#value]))
]
#if data.quality.len() > 0 [
  #v(3mm)
  #text(13pt, weight: "bold")[作答质量]
  #table(columns: 4, stroke: 0.4pt + rgb("#dcdfe6"), inset: 2mm, align: (x, y) => if x in (1, 2) { right } else { left },
    ..("指标", "本次", "界限", "说明").map(title => table.cell(fill: rgb("#f5f7fa"))[#text(8.5pt, weight: "bold")[#title]]),
    ..data.quality.flatten().map(value => text(8.5pt)[#value]))
]
#v(4mm)
#text(8.5pt, fill: quiet)[#data.notice]
`,
}
