import { errors } from '@kaopei/contract'

export const coursewareErrors = errors('courseware', {
  fileMissing: { code: 2900, text: '文件不存在或不是您上传的，请重新上传' },
  personOutOfSight: { code: 2901, text: '有人员不存在或不在您的数据权限内，请重新选择，或直接填写姓名' },
  typeDiffers: { code: 2902, text: '替换的文件应与原课件类型相同' },
  notConverted: { code: 2903, text: '图片和微课不需要转码' },
  stillConverting: { code: 2904, text: '正在转码，请等待完成或先取消' },
  alreadyConverted: { code: 2905, text: '转码已成功，不需要重试' },
  nothingToCancel: { code: 2906, text: '转码已结束，不能取消' },
  notPlayable: { code: 2907, text: '只有视频和音频有播放地址' },
  inUse: { code: 2908, text: '课件正在被使用，请确认影响后再删除' },
  subtitleUnreadable: { code: 2909, text: '字幕文件无法识别，请检查后重新上传' },
  subtitleNotAllowed: { code: 2910, text: '只有视频和音频可以添加字幕' },
  pictureRefused: { code: 2911, text: '图片不存在或不是您上传的，请重新上传' },
  filmMissing: { code: 2912, text: '视频不存在、尚未转码成功或不是您上传的，请重新选择' },
  notMicroCourse: { code: 2913, text: '该课件不是微课，请用替换文件更新内容' },
  microCourseHasNoFile: { code: 2914, text: '微课没有文件，请在微课编辑中修改内容' },
  /** The text names the film. */
  filmUnplayable: { code: 2916, text: '视频不能在浏览器中播放，请先上传为课件，转码后再选择' },
  tooComplex: { code: 2915, text: '格式过于复杂（嵌套过深或标记过多），请清除多余的格式后重试' },
})
