import { expect, test } from 'vitest'
import { usualRecordingDays } from '../../contract/recording-days.ts'
import { captureTermsOf } from './capture-kinds.ts'

const none = {
  permitScreenPhoto: false,
  permitScreenRecord: false,
  permitCamera: false,
  permitFaceRecord: false,
  permitSecondView: false,
}

test('the notice says for how long each recording stays, and of the check-in what it is', () => {
  expect(captureTermsOf({ ...none, permitCamera: true }, usualRecordingDays)).toEqual([
    '考试期间用摄像头定时拍摄您的照片，第一张为入场照片；须您同意后进行，可随时撤回，成绩产生后摄像头照片保存 180 天、入场照片保存 30 天，到期自动删除。',
  ])
  const [screen] = captureTermsOf({ ...none, permitScreenPhoto: true, permitScreenRecord: true }, usualRecordingDays)
  expect(screen).toContain('成绩产生后保存 180 天，到期自动删除')
})

test('kinds that stay equally long are said once', () => {
  const days = { ...usualRecordingDays, photograph: 30 }
  expect(captureTermsOf({ ...none, permitCamera: true }, days)[0]).toContain('成绩产生后保存 30 天，')
})
