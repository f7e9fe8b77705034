/** The blocks of a micro-course while it is written. */
import type { InputOf } from '@kaopei/contract'
import { randomId } from '@kaopei/web/client'
import type { BlockType, microCourse, ShownMicroCourse } from '../contract/micro-course.ts'

export interface DraftBlock {
  readonly id: string
  readonly type: BlockType
  readonly fenmianImgPath: string
  readonly content: string
  readonly fileId: string | null
  readonly coursewareId: string | null
  readonly filmUrl: string | null
  readonly filmName: string
}

export const blockKinds = [
  { type: 1, label: '图片' },
  { type: 2, label: '文字' },
  { type: 3, label: '视频' },
] as const satisfies readonly { type: BlockType; label: string }[]

export function labelOfBlock(type: BlockType): string {
  return blockKinds.find((kind) => kind.type === type)?.label ?? ''
}

export function newBlock(type: BlockType): DraftBlock {
  const nothing = { fenmianImgPath: '', content: '', fileId: null, coursewareId: null, filmUrl: null, filmName: '' }
  return { id: randomId(), type, ...nothing }
}

export function blocksOf({ contentList }: ShownMicroCourse): DraftBlock[] {
  return contentList.map((block) => ({ ...block }))
}

type Content = InputOf<typeof microCourse.create>['content']

export function contentOf(title: string, blocks: readonly DraftBlock[]): Content {
  return {
    title: title.trim(),
    contentList: blocks.map(({ filmUrl: _url, filmName: _name, ...block }) => block),
  }
}

/** What has to be mended before it is saved; undefined: nothing. */
export function gapIn(title: string, blocks: readonly DraftBlock[]): string | undefined {
  if (title.trim() === '') return '请输入标题'
  if (blocks.length === 0) return '请至少添加一个内容块'
  for (const [place, { type, fenmianImgPath, content, fileId, coursewareId }] of blocks.entries()) {
    const name = `第 ${place + 1} 块`
    if (type === 1 && fenmianImgPath === '') return `${name}：请上传图片`
    if (type === 2 && fenmianImgPath === '' && isEmpty(content)) return `${name}：请填写正文，或上传图片`
    if (type === 3 && fileId === null && coursewareId === null) return `${name}：请上传视频或选择视频课件`
  }
  return undefined
}

const isEmpty = (html: string) => html.replace(/<(?!img\b)[^<>]*>/g, '').trim() === ''
