import type { MessageKey } from '../../contract/template-catalogue.ts'

export interface TemplateWords {
  readonly subject: string
  readonly body: string
}

interface SystemWords {
  readonly sms: string
  readonly mail: TemplateWords
}

const greeting = '<p>{{staffName}}，您好：</p>'
const entry = '<p>考生端：{{candidateLink}}</p>'
const ending = '<p>此邮件由系统自动发送，请勿直接回复。<br>{{companyName}}</p>'

/** What is said where a company has no words of its own. */
export const systemTemplates: Readonly<Record<MessageKey, SystemWords>> = {
  staffInvite: {
    sms: '{{staffName}}您好，{{companyName}}邀请您加入考培平台，请在{{validUntil}}前打开链接设置密码：{{inviteLink}} ，请勿转发。',
    mail: {
      subject: '{{companyName}}邀请您加入考培平台',
      body: `${greeting}<p>{{companyName}}邀请您加入考培平台。请在 {{validUntil}} 前打开下面的链接，设置登录密码：</p><p>{{inviteLink}}</p><p>链接只能使用一次，请勿转发。</p>${ending}`,
    },
  },
  verifyCode: {
    sms: '您正在{{purpose}}，验证码为 {{code}}，{{minutes}} 分钟内有效，请勿告诉他人。如非本人操作，请忽略。',
    mail: {
      subject: '【{{companyName}}】验证码',
      body: `<p>您正在{{purpose}}，验证码为：</p><p><strong>{{code}}</strong></p><p>{{minutes}} 分钟内有效，请勿告诉他人。如非本人操作，请忽略。</p>${ending}`,
    },
  },
  passwordReset: {
    sms: '{{staffName}}您好，您的账号{{account}}的密码已被重置，请在{{validUntil}}前打开链接设置新密码：{{resetLink}} ，请勿转发。',
    mail: {
      subject: '请设置新的登录密码',
      body: `${greeting}<p>您的账号 {{account}} 的密码已被重置。请在 {{validUntil}} 前打开下面的链接设置新密码：</p><p>{{resetLink}}</p><p>如非本人或管理员操作，请联系管理员。</p>${ending}`,
    },
  },
  examPublished: {
    sms: '{{staffName}}您好，您已被安排参加“{{examName}}”，考试时间{{startTime}}至{{endTime}}，请提前登录考生端完成设备检查：{{candidateLink}}',
    mail: {
      subject: '考试通知：{{examName}}',
      body: `${greeting}<p>您已被安排参加“{{examName}}”。</p><p>考试时间：{{startTime}} 至 {{endTime}}</p><p>请在考试开始前登录考生端完成设备检查。</p>${entry}${ending}`,
    },
  },
  quickMarking: {
    sms: '{{staffName}}您好，请在{{validUntil}}前批阅“{{examName}}”：{{markingLink}} ，请勿转发。',
    mail: {
      subject: '请批阅：{{examName}}',
      body: `${greeting}<p>{{companyName}}邀请您批阅“{{examName}}”的答卷。请在 {{validUntil}} 前打开下面的链接，无需登录：</p><p>{{markingLink}}</p><p>打开时会向您的邮箱发送验证码。链接仅供您本人使用，请勿转发。</p>${ending}`,
    },
  },
  examStart: {
    sms: '{{staffName}}您好，“{{examName}}”将于{{startTime}}开始，请按时参加：{{candidateLink}}',
    mail: {
      subject: '考试即将开始：{{examName}}',
      body: `${greeting}<p>“{{examName}}”将于 {{startTime}} 开始，请按时参加。</p>${entry}${ending}`,
    },
  },
  deviceTrial: {
    sms: '{{staffName}}您好，“{{examName}}”将于{{startTime}}开始，请用参加考试的设备提前完成设备测试：{{trialLink}}',
    mail: {
      subject: '请完成考前设备测试：{{examName}}',
      body: `${greeting}<p>“{{examName}}”将于 {{startTime}} 开始，您还没有有效的设备测试结果。</p><p>请用参加考试的设备和网络打开下面的地址，按提示完成测试，约需 1 分钟：</p><p>{{trialLink}}</p>${ending}`,
    },
  },
  examEnd: {
    sms: '{{staffName}}您好，“{{examName}}”已于{{endTime}}结束，感谢您的参加。',
    mail: {
      subject: '考试已结束：{{examName}}',
      body: `${greeting}<p>“{{examName}}”已于 {{endTime}} 结束，感谢您的参加。成绩发布后将另行通知。</p>${ending}`,
    },
  },
  resultPublished: {
    sms: '{{staffName}}您好，“{{examName}}”成绩已发布：{{score}}分，{{passText}}。',
    mail: {
      subject: '成绩通知：{{examName}}',
      body: `${greeting}<p>“{{examName}}”成绩已发布：{{score}} 分，{{passText}}。</p>${entry}${ending}`,
    },
  },
  analysisPublished: {
    sms: '{{staffName}}您好，“{{examName}}”的答案解析已开放查看。',
    mail: {
      subject: '答案解析已开放：{{examName}}',
      body: `${greeting}<p>“{{examName}}”的答案解析已开放查看。</p>${entry}${ending}`,
    },
  },
  verdictTold: {
    sms: '{{staffName}}您好，“{{examName}}”的裁定为“{{verdictText}}”，{{appealText}}详情：{{verdictLink}}',
    mail: {
      subject: '考试裁定通知：{{examName}}',
      body: `${greeting}<p>您参加的“{{examName}}”有一份裁定：{{verdictText}}。</p><p>原因：{{reasonText}}</p><p>说明：{{toldText}}</p><p>对成绩的影响：{{effectText}}</p><p>{{appealText}}</p><p>查看裁定：{{verdictLink}}</p>${ending}`,
    },
  },
  appealDecided: {
    sms: '{{staffName}}您好，您对“{{examName}}”裁定“{{verdictText}}”的申诉已有结果：{{outcomeText}}。详情：{{verdictLink}}',
    mail: {
      subject: '申诉结果：{{examName}}',
      body: `${greeting}<p>您对“{{examName}}”裁定“{{verdictText}}”的申诉已有结果：{{outcomeText}}。</p><p>答复：{{toldText}}</p><p>对成绩的影响：{{effectText}}</p><p>查看全部经过：{{verdictLink}}</p>${ending}`,
    },
  },
  reviewerAssigned: {
    sms: '{{staffName}}您好，您已被设为“{{examName}}”的阅卷官，考试结束时间{{endTime}}，请及时阅卷。',
    mail: {
      subject: '阅卷安排：{{examName}}',
      body: `${greeting}<p>您已被设为“{{examName}}”的阅卷官。</p><p>考试时间：{{startTime}} 至 {{endTime}}</p><p>考生交卷后即可阅卷，请及时完成：{{markingLink}}</p>${ending}`,
    },
  },
  courseReminder: {
    sms: '{{staffName}}您好，您的课程“{{courseName}}”已学{{progress}}%，完成期限{{dueTime}}，请及时学习：{{courseLink}}',
    mail: {
      subject: '学习提醒：{{courseName}}',
      body: `${greeting}<p>您的课程“{{courseName}}”还没有完成，目前进度 {{progress}}%。</p><p>完成期限：{{dueTime}}</p><p>请打开课程继续学习：{{courseLink}}</p>${ending}`,
    },
  },
  teacherFileEnds: {
    sms: '{{staffName}}您好，讲师{{teacherName}}的“{{fileName}}”将于{{endDate}}到期（剩余{{daysLeft}}天），请及时更新。',
    mail: {
      subject: '资质到期提醒：{{teacherName}} {{fileName}}',
      body: `${greeting}<p>讲师 {{teacherName}} 的“{{fileName}}”将于 {{endDate}} 到期，剩余 {{daysLeft}} 天。</p><p>请及时更新，并在讲师管理中上传新的档案。</p>${ending}`,
    },
  },
  projectJoined: {
    sms: '{{staffName}}您好，您已加入培训“{{projectName}}”，时间：{{periodText}}，请按时完成：{{projectLink}}',
    mail: {
      subject: '培训安排：{{projectName}}',
      body: `${greeting}<p>您已加入培训“{{projectName}}”。</p><p>培训时间：{{periodText}}</p><p>请打开培训，按顺序完成任务：{{projectLink}}</p>${ending}`,
    },
  },
  projectBegun: {
    sms: '{{staffName}}您好，培训“{{projectName}}”已开始，时间：{{periodText}}，请按时完成：{{projectLink}}',
    mail: {
      subject: '培训开始：{{projectName}}',
      body: `${greeting}<p>您参加的培训“{{projectName}}”已开始。</p><p>培训时间：{{periodText}}</p><p>请打开培训，按顺序完成任务：{{projectLink}}</p>${ending}`,
    },
  },
  projectEnded: {
    sms: '{{staffName}}您好，培训“{{projectName}}”已结束，您的完成进度为{{progress}}%。',
    mail: {
      subject: '培训结束：{{projectName}}',
      body: `${greeting}<p>您参加的培训“{{projectName}}”已结束，您的完成进度为 {{progress}}%。</p><p>学习记录仍可查看：{{projectLink}}</p>${ending}`,
    },
  },
  certificateExpiring: {
    sms: '{{staffName}}您好，您的证书“{{certificateName}}”将于{{validUntilText}}到期，剩余{{daysLeft}}天，请及时办理续期。',
    mail: {
      subject: '证书即将到期：{{certificateName}}',
      body: `${greeting}<p>您的证书“{{certificateName}}”（编号 {{certificateNumber}}）将于 {{validUntilText}} 到期，剩余 {{daysLeft}} 天。</p><p>请向颁发单位了解续期要求。查看证书：{{certificateLink}}</p>${ending}`,
    },
  },
  projectReminder: {
    sms: '{{staffName}}您好，培训“{{projectName}}”的任务“{{taskName}}”还没有完成，期限{{dueTime}}，请及时完成：{{projectLink}}',
    mail: {
      subject: '培训提醒：{{projectName}}',
      body: `${greeting}<p>培训“{{projectName}}”的任务“{{taskName}}”还没有完成，目前总进度 {{progress}}%。</p><p>完成期限：{{dueTime}}</p><p>请打开培训继续：{{projectLink}}</p>${ending}`,
    },
  },
  projectNotice: {
    sms: '{{staffName}}您好，培训“{{projectName}}”通知：{{title}}。详情：{{projectLink}}',
    mail: {
      subject: '{{title}}',
      body: `${greeting}<p>培训“{{projectName}}”通知：{{title}}</p><p>{{content}}</p><p>打开培训：{{projectLink}}</p>${ending}`,
    },
  },
  questionReported: {
    sms: '{{staffName}}您好，学员对题库“{{bankName}}”的试题提交了纠错（{{kindText}}），请登录管理端处理。',
    mail: {
      subject: '试题纠错：{{bankName}}',
      body: `${greeting}<p>学员在练习中对题库“{{bankName}}”的一道试题提交了纠错。</p><p>试题：{{stem}}</p><p>{{kindText}}：{{text}}</p><p>请核对后处理，提交人可以看到处理结果：{{reportLink}}</p>${ending}`,
    },
  },
}
