import type { PrintTemplate } from '@kaopei/print'

/** One page of A5 for each candidate. */
export const ticketTemplate: PrintTemplate = {
  name: 'exam-ticket',
  source: `#set page(paper: "a5", flipped: true, margin: (x: 14mm, top: 12mm, bottom: 10mm))
#set text(10.5pt)
#let one(t) = [
  #align(center)[#text(13pt)[#data.company] #v(-2mm) #text(20pt, weight: "bold", tracking: 6pt)[准考证]]
  #align(center)[#text(13pt, weight: "bold")[#data.exam]]
  #v(1mm)
  #grid(columns: (1fr, 34mm), column-gutter: 8mm,
    table(columns: (22mm, 1fr), inset: (x: 6pt, y: 6.5pt), stroke: 0.5pt + luma(120),
      fill: (x, _) => if x == 0 { luma(240) },
      [姓　　名], text(weight: "bold", 13pt)[#t.name], [准考证号], text(weight: "bold", 13pt)[#t.number],
      [工　　号], [#t.jobNumber], [部　　门], [#t.department],
      [考　　场], [#t.room], [地　　点], [#t.address],
      [座 位 号], text(weight: "bold", 13pt)[#t.seat], [考试时间], [#data.when]),
    align(center)[
      #if t.photo != "" { picture(t.photo, width: 26mm, height: 34mm, fit: "cover") } else {
        rect(width: 26mm, height: 34mm, stroke: (paint: luma(120), thickness: 0.5pt, dash: "dashed"))[
          #align(center + horizon)[#text(9pt, fill: luma(110))[贴照片处]]]
      }
      #v(1mm) #vector(t.qr, width: 32mm) #v(-2mm) #text(9pt)[签到时出示此码]])
  #v(1fr)
  #text(9pt)[请携带本证和有效身份证件，按时到指定考场，对号入座。]#if t.note != "" [ #text(9pt)[#t.note]]
]
#for (index, t) in data.tickets.enumerate() { if index > 0 { pagebreak() }; one(t) }`,
}

/** A4, each room beginning on a page of its own; the head is on each of its pages. */
export const attendanceTemplate: PrintTemplate = {
  name: 'exam-attendance',
  source: `#set page(paper: "a4", margin: (x: 14mm, top: 14mm, bottom: 16mm), numbering: (page, all) => [第 #page 页，共 #all 页])
#set text(10pt)
#for (index, room) in data.rooms.enumerate() {
  if index > 0 { pagebreak() }
  let facts = [#data.exam　#room.name#if room.address != "" [（#room.address）]]
  let cells = room.people.enumerate().map(((n, p)) => (
    [#(n + 1)], [#p.seat], [#p.realSeat], [#p.number], [#p.name], [#p.jobNumber], [#p.department], [#p.state], []))
  table(columns: (11mm, 13mm, 19mm, 22mm, 26mm, 20mm, 1fr, 16mm, 26mm), inset: (x: 3pt, y: 6pt), stroke: 0.5pt + luma(120), align: horizon,
    table.header(
      table.cell(colspan: 9, stroke: none, align: center)[#text(16pt, weight: "bold")[考场签到表] #linebreak() #facts #linebreak() 考试时间：#data.when　应到 #room.people.len() 人　打印时间：#data.printed],
      ..([序号], [座位], [实际座位], [准考证号], [姓名], [工号], [部门], [状态], [考生签名]).map(c => table.cell(fill: luma(240), strong(c)))),
    ..cells.flatten())
  block(breakable: false)[实到　　　　人　　缺考　　　　人　　缺考座位： #v(6mm) 监考员签名：#h(55mm) 日期：]
  if room.note != "" { text(9pt)[#room.note] }
}`,
}
