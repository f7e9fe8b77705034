import { errors } from '@kaopei/contract'

export const templateErrors = errors('certificateTemplate', {
  nameTaken: { code: 3900, text: '已有同名的模板，请换一个名称' },
  /** The text names each fault. */
  notReady: { code: 3901, text: '模板还不能启用，请按提示修改' },
  pictureRefused: { code: 3902, text: '图片不能使用：请上传本人刚选择的 PNG 或 JPG 图片' },
  inUse: { code: 3903, text: '有签发规则或证书在使用该模板，不能删除；不再使用时请停用' },
  noVersion: { code: 3904, text: '没有这个版本，请刷新后重试' },
  skillRefused: { code: 3905, text: '有技能不存在或已删除，请重新选择' },
  /** The text says what: characters, time. */
  notPrinted: { code: 3906, text: '预览没有生成，请检查模板后重试' },
})

export const ruleErrors = errors('certificateRule', {
  nameTaken: { code: 3910, text: '已有同名的规则，请换一个名称' },
  templateRefused: { code: 3911, text: '模板还没有启用，请先在证书模板中启用' },
  targetRefused: { code: 3912, text: '所选的考试、课程、项目或测评不存在、已停用或不能作为依据，请重新选择' },
  patternRefused: { code: 3913, text: '编号规则不正确' },
  inUse: { code: 3914, text: '该规则已签发过证书，不能删除；不再使用时请停用' },
  notByHand: { code: 3915, text: '该规则由系统自动签发，请选择“手工或名单”类的规则' },
  stopped: { code: 3916, text: '规则已停用，请先启用' },
  /** The text names the condition. */
  conditionRefused: { code: 3918, text: '测评结果的条件不正确，请按提示修改' },
  nothingToFill: { code: 3917, text: '“手工或名单”类的规则没有可补发的依据，请用签发证书' },
})

export const certificateErrors = errors('certificate', {
  nobody: { code: 3920, text: '没有可以签发的人员：所选人员不存在、已停用或不在您的管理范围内' },
  tooMany: { code: 3921, text: '一次最多签发 20000 人，请分批操作' },
  /** The text says what the state is. */
  notValid: { code: 3922, text: '证书当前的状态不能执行此操作' },
  /** The text names the characters, or what is too long, and the way out. */
  notWritable: { code: 3923, text: '字体中没有部分字，请在“无法签发”中上传该字的图片' },
  fileMissing: { code: 3924, text: '请先上传文件' },
  invalidTemplate: { code: 3925, text: '文件不是证书名单模板，请下载模板填写后再上传' },
  unreadableFile: { code: 3926, text: '文件无法读取，请检查后重新上传' },
  nothingToPrint: { code: 3927, text: '没有符合条件的证书，请调整筛选条件' },
  tooManyToPrint: { code: 3928, text: '一个打印文件最多 2000 张证书，请缩小范围后分批打印' },
  notCharacter: { code: 3929, text: '请填写一个字' },
  writable: { code: 3930, text: '这个字可以直接打印，不需要图片' },
  numberTaken: { code: 3931, text: '编号与已有证书重复，请修改规则的编号后重试' },
  tooManyRows: { code: 3932, text: '一次最多导入 5000 人，请拆分成几个文件后再上传' },
})

export const portraitErrors = errors('certificatePortrait', {
  uploadMissing: { code: 3950, text: '请先上传本人刚选择的 PNG 或 JPG 照片' },
  notAsked: { code: 3952, text: '您目前没有需要照片的证书，无需上传' },
  unreadable: { code: 3953, text: '照片无法使用：请上传 2 MB 以内、短边不小于 240 像素的 PNG 或 JPG 照片' },
  /** Sent anew, or decided by somebody else. */
  offerChanged: { code: 3954, text: '照片已更换或已处理，请刷新后再审核' },
  /** The text names the first of them. */
  missing: { code: 3951, text: '模板需要持证人照片，有人还没有照片：请先上传，或选择不带照片签发' },
})

export const proposalErrors = errors('certificateProposal', {
  decided: { code: 3940, text: '所选的证书都已处理，请刷新后查看' },
})
