/** A certificate as it is drawn: boxes in millimetres on pages. Whatever stands in it is data; none of it is ever run. */
import { id, text } from '@kaopei/contract'
import { z } from 'zod'
import { namesIn, type VariableName, variables } from './variables.ts'

/** A tenth of a millimetre is as fine as anybody draws. */
const mm = (min: number, max: number, label: string) =>
  z
    .number(`请输入${label}`)
    .min(min, `${label}不能小于 ${min} 毫米`)
    .max(max, `${label}不能大于 ${max} 毫米`)
    .transform((value) => Math.round(value * 10) / 10)

const place = {
  id: z.string().regex(/^[a-z0-9]{1,12}$/, '元素编号格式不正确'),
  x: mm(-100, 500, '左边距'),
  y: mm(-100, 500, '上边距'),
  width: mm(1, 600, '宽度'),
  height: mm(1, 600, '高度'),
}

const color = z.string().regex(/^#[0-9a-f]{6}$/i, '颜色格式不正确')

export const alignments = ['left', 'center', 'right'] as const
export const verticals = ['top', 'middle', 'bottom'] as const
/** `wrap`: breaks lines; `shrink`: breaks them and becomes smaller; `line`: one line that becomes smaller. */
export const fits = ['wrap', 'shrink', 'line'] as const

export const textBox = z.object({
  ...place,
  kind: z.literal('text'),
  text: text(2000, '文字'),
  sizePt: z.number('请输入字号').min(5, '字号不能小于 5').max(120, '字号不能大于 120'),
  isBold: z.boolean().default(false),
  color,
  align: z.enum(alignments),
  vertical: z.enum(verticals).default('top'),
  fit: z.enum(fits),
  lineHeight: z.number('请输入行距').min(1, '行距不能小于 1').max(4, '行距不能大于 4').default(1.5),
  spacingPt: z.number('请输入字距').min(0, '字距不能小于 0').max(40, '字距不能大于 40').default(0),
})

/** What a picture is there for; drawn alike. */
export const pictureKinds = ['picture', 'seal', 'signature', 'photo'] as const
export const pictureBox = z.object({ ...place, kind: z.enum(pictureKinds), fileId: id.nullable() })

/** Where the photo of whoever gets the certificate stands: cut to the box, and empty where there is none. */
export const portraitBox = z.object({ ...place, kind: z.literal('portrait') })

export const qrBox = z.object({ ...place, kind: z.literal('qr') })

/** A border, an area of colour, or a line: as flat as its height. */
export const frameBox = z.object({
  ...place,
  height: mm(0.1, 600, '高度'),
  width: mm(0.1, 600, '宽度'),
  kind: z.literal('frame'),
  strokeMm: z.number('请输入线宽').min(0, '线宽不能小于 0').max(10, '线宽不能大于 10 毫米'),
  color,
  fill: color.nullable(),
})

export const box = z.discriminatedUnion('kind', [textBox, pictureBox, portraitBox, qrBox, frameBox])
export type Box = z.output<typeof box>
export type TextBox = z.output<typeof textBox>
export type PictureBox = z.output<typeof pictureBox>
export type PortraitBox = z.output<typeof portraitBox>
export type FrameBox = z.output<typeof frameBox>
export type BoxKind = Box['kind']

export const boxWords: Readonly<Record<BoxKind, string>> = {
  text: '文字',
  picture: '图片',
  seal: '印章',
  signature: '签名',
  photo: '固定照片',
  portrait: '持证人照片',
  qr: '二维码',
  frame: '线框',
}

export const mostPages = 4
export const mostBoxes = 60

const page = z.object({
  backgroundId: id.nullable().default(null),
  boxes: z.array(box).max(mostBoxes, `一页最多 ${mostBoxes} 个元素`),
})
export type Page = z.output<typeof page>

/** A skill that a certificate attests, and how far: what the skill room hears when one is issued. */
export const attestedSkill = z.object({ skillId: id, level: z.number().int().min(1).max(5) })

export const layout = z.object({
  width: mm(40, 420, '页宽'),
  height: mm(40, 420, '页高'),
  pages: z.array(page).min(1, '至少一页').max(mostPages, `最多 ${mostPages} 页`),
  skills: z.array(attestedSkill).max(20, '最多 20 个技能').default([]),
})
export type Layout = z.output<typeof layout>
/** As it is kept: written by the schema above, with nothing left out. */
export const storedLayout = z.custom<Layout>((value) => layout.safeParse(value).success)

export const paperSizes = [
  { label: 'A4 横向', width: 297, height: 210 },
  { label: 'A4 纵向', width: 210, height: 297 },
  { label: 'B5 横向', width: 250, height: 176 },
  { label: '证件卡', width: 85.6, height: 54 },
] as const

export interface LayoutProblem {
  readonly boxId: string | null
  readonly text: string
}

const pagesText = (at: number, count: number) => (count > 1 ? `第 ${at + 1} 页` : '')

/** Why a layout cannot be put to use. */
export function layoutProblems({ pages, width, height }: Layout): LayoutProblem[] {
  const ids = pages.flatMap(({ boxes }) => boxes.map((one) => one.id))
  const repeated = ids.filter((one, at) => ids.indexOf(one) !== at)
  const problems: LayoutProblem[] = repeated.map((boxId) => ({ boxId, text: '有两个元素的编号相同，请删除其中一个后重新添加' }))
  for (const [at, { boxes }] of pages.entries())
    for (const one of boxes) {
      const where = `${pagesText(at, pages.length)}${boxWords[one.kind]}`
      if (one.x + one.width <= 0 || one.y + one.height <= 0 || one.x >= width || one.y >= height)
        problems.push({ boxId: one.id, text: `${where}在页面以外，请移回页面内` })
      problems.push(...problemsOf(one, where))
    }
  const used = new Set(pages.flatMap(({ boxes }) => boxes.flatMap((one) => (one.kind === 'text' ? namesIn(one.text).known : []))))
  for (const name of ['name', 'number'] as const satisfies readonly VariableName[])
    if (!used.has(name))
      problems.push({ boxId: null, text: `没有${variables[name].label}，请在文字中插入“${variables[name].label}”` })
  return problems
}

function problemsOf(one: Box, where: string): LayoutProblem[] {
  if (one.kind === 'qr') {
    const side = Math.min(one.width, one.height)
    return side < 12 ? [{ boxId: one.id, text: `${where}只有 ${side} 毫米，手机难以识别，请放大到 12 毫米以上` }] : []
  }
  if (one.kind === 'frame' || one.kind === 'portrait') return []
  if (one.kind !== 'text') return one.fileId === null ? [{ boxId: one.id, text: `${where}还没有上传图片` }] : []
  if (one.text === '') return [{ boxId: one.id, text: `${where}没有内容，请填写或删除` }]
  return namesIn(one.text).unknown.map((name) => ({ boxId: one.id, text: `${where}中的“{{${name}}}”不是可用的变量，请重新插入` }))
}

/** Whether it shows the photo of whoever gets it. */
export const asksPortrait = ({ pages }: Pick<Layout, 'pages'>): boolean =>
  pages.some(({ boxes }) => boxes.some(({ kind }) => kind === 'portrait'))

/** Pictures that a layout shows. */
export const picturesOf = ({ pages }: Layout): string[] => [
  ...new Set(
    pages.flatMap(({ backgroundId, boxes }) => [
      ...(backgroundId === null ? [] : [backgroundId]),
      ...boxes.flatMap((one) => ('fileId' in one && one.fileId !== null ? [one.fileId] : [])),
    ]),
  ),
]
