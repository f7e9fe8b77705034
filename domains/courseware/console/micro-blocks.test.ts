import { expect, test } from 'vitest'
import { type DraftBlock, gapIn, newBlock } from './micro-blocks.ts'

const picture: DraftBlock = { ...newBlock(1), fenmianImgPath: '/files/a' }

test.each([
  ['', [picture], '请输入标题'],
  ['微课', [], '请至少添加一个内容块'],
  ['微课', [picture, newBlock(1)], '第 2 块：请上传图片'],
  ['微课', [{ ...newBlock(2), content: '<p></p>' }], '第 1 块：请填写正文，或上传图片'],
  ['微课', [{ ...newBlock(2), content: '<p><img src="/files/a"></p>' }], undefined],
  ['微课', [newBlock(3)], '第 1 块：请上传视频或选择视频课件'],
  ['微课', [picture, { ...newBlock(3), coursewareId: 'c' }], undefined],
])('%j with %j: %s', (title, blocks, gap) => {
  expect(gapIn(title, blocks)).toBe(gap)
})
