/** What a new template begins with: a whole certificate, so that nobody starts before an empty page. */
import type { Box, Layout, TextBox } from './layout.ts'

interface Words {
  readonly id: string
  readonly text: string
  /** Upper edge and height, in tenths of the page's height. */
  readonly top: number
  readonly tall: number
  readonly sizePt: number
}

export function firstDesign(width: number, height: number): Layout {
  const isCard = Math.min(width, height) < 100
  const scale = Math.min(width / 297, height / 210)
  const margin = Math.round(width * 0.14)
  const ofText = ({ id, text, top, tall, sizePt }: Words, more: Partial<TextBox> = {}): Box => ({
    ...{ id, kind: 'text', text, x: margin, y: (height * top) / 10, width: width - 2 * margin, height: (height * tall) / 10 },
    ...{ sizePt: Math.max(5, Math.round(sizePt * scale)), isBold: false, color: '#1f2d3d', align: 'center', vertical: 'middle' },
    ...{ fit: 'shrink', lineHeight: 1.6, spacingPt: 0 },
    ...more,
  })
  const frame = (id: string, inset: number, strokeMm: number): Box => ({
    ...{ id, kind: 'frame', x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset },
    ...{ strokeMm, color: '#b08d57', fill: null },
  })
  const qrSide = Math.max(14, Math.round(26 * scale))
  // Two columns of small print side by side, left of the code.
  const footLeft = margin * 0.9
  const qrLeft = width - margin * 0.7 - qrSide
  const footWidth = (qrLeft - 3 - footLeft) / 2 - 1
  const foot = (id: string, x: number, text: string): Box =>
    ofText(
      { id, text, top: isCard ? 6.5 : 7.9, tall: isCard ? 2.4 : 1, sizePt: 13 },
      { x, width: footWidth, align: 'left', lineHeight: isCard ? 1.3 : 1.6, vertical: 'bottom' },
    )
  return {
    ...{ width, height, skills: [] },
    pages: [
      {
        backgroundId: null,
        boxes: [
          frame('outer', 8 * scale, 1.2 * scale),
          frame('inner', 11 * scale, 0.4 * scale),
          ofText(
            { id: 'title', text: '合格证书', top: 1.3, tall: 1.5, sizePt: 44 },
            { isBold: true, color: '#8c6a2f', spacingPt: 12 * scale },
          ),
          ofText({ id: 'name', text: '{{姓名}}', top: 3.1, tall: 1.1, sizePt: 30 }, { isBold: true }),
          ofText(
            { id: 'words', text: '参加“{{依据}}”，经考核合格，\n特发此证。', top: 4.4, tall: 2.2, sizePt: 18 },
            { lineHeight: 1.8 },
          ),
          foot('numbers', footLeft, '证书编号：{{证书编号}}\n有效期至：{{有效期至}}'),
          foot('issuer', footLeft + footWidth + 2, '{{颁发单位}}\n{{签发日期}}'),
          { id: 'qr', kind: 'qr', x: qrLeft, y: height * 0.89 - qrSide, width: qrSide, height: qrSide },
        ],
      },
    ],
  }
}
