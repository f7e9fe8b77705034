import { type CaptureKind, captureKind } from '../../contract/capture-consent.ts'
import type { ExamSettings } from '../../contract/exam-settings.ts'

type Flag = 'permitScreenPhoto' | 'permitScreenRecord' | 'permitCamera' | 'permitFaceRecord' | 'permitSecondView'

const flags: readonly { readonly flag: Flag; readonly kind: CaptureKind; readonly term: string }[] = [
  { flag: 'permitScreenPhoto', kind: captureKind.screen, term: '考试期间定时截取您共享的整个屏幕的画面' },
  { flag: 'permitScreenRecord', kind: captureKind.screen, term: '考试期间录制您共享的整个屏幕的画面' },
  { flag: 'permitCamera', kind: captureKind.photo, term: '考试期间用摄像头定时拍摄您的照片' },
  { flag: 'permitFaceRecord', kind: captureKind.camera, term: '考试期间用摄像头录制您的画面，不录声音，不做人脸识别' },
  { flag: 'permitSecondView', kind: captureKind.second, term: '考试期间用您的手机从侧面录制您的画面，不录声音' },
]

/** What an exam records of its candidates, in the words that they are asked to agree to. */
export function captureKindsOf(settings: Pick<ExamSettings, Flag>): { kind: CaptureKind; text: string }[] {
  const on = flags.filter(({ flag }) => settings[flag])
  const kinds = [...new Set(on.map(({ kind }) => kind))]
  return kinds.map((kind) => ({
    kind,
    text: on.flatMap((one) => (one.kind === kind ? [one.term] : [])).join('；'),
  }))
}
