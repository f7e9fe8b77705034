import type { PrintTemplate } from '@kaopei/print'

/** What somebody can do, on paper. Everything that is said stands in `data`. */
export const profileTemplate: PrintTemplate = {
  name: 'skill-profile',
  source: `
#let quiet = rgb("#646a73")
#set page(paper: "a4", margin: (x: 18mm, y: 18mm), footer: context [#set text(8pt, fill: quiet); #data.footer #h(1fr) #counter(page).display("1 / 1", both: true)])
#set text(10pt)
#let head(title) = table.cell(fill: rgb("#f5f7fa"))[#text(8.5pt, weight: "bold")[#title]]
#let section(title) = [#v(3mm) #text(13pt, weight: "bold")[#title]]
#text(18pt, weight: "bold")[#data.title]
#v(2mm)
#grid(columns: (1fr, 1fr), row-gutter: 2.4mm, column-gutter: 6mm, ..data.facts.map(fact => [#text(fill: quiet)[#fact.at(0)：] #fact.at(1)]))
#if data.demands.len() > 0 [
  #section(data.post)
  #table(columns: (1fr, auto, auto, auto, auto), stroke: 0.4pt + rgb("#dcdfe6"), inset: 2mm,
    table.header(..("技能", "要求", "实际", "差距", "权重").map(head)), ..data.demands.flatten().map(value => text(8.5pt)[#value]))
]
#section("技能与证据")
#if data.skills.len() == 0 [还没有任何证据。]
#for skill in data.skills [
  #block(breakable: true, above: 3mm)[
    #text(weight: "bold")[#skill.title]
    #if skill.behaviour != "" [ \\ #text(8.5pt, fill: quiet)[#skill.behaviour]]
    #for piece in skill.evidence [ \\ #text(8.5pt)[· #piece]]
  ]
]
#if data.courses.len() > 0 [
  #section("推荐课程")
  #for course in data.courses [#text(9pt)[· #course] \\ ]
]
#v(4mm)
#text(8.5pt, fill: quiet)[#data.notice]
`,
}
