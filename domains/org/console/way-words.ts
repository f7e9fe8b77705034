/** How something reaches people, as screens say it. */
export const wayWords: Readonly<Record<'sms' | 'mail', string>> = { sms: '短信', mail: '邮件' }
