import { z } from 'zod'

/**
 * base64 of RSA-OAEP (SHA-256) with the public key of /init/assemblyInfo, over JSON `{p, n, t}`: password, nonce and the milliseconds of now (300 s); or
 * over the UTF-8 password itself. Either logs in once.
 */
export const passwordCipher = z.string('请输入密码').min(1, '请输入密码').max(2000, '密码加密有误，请刷新页面后重试')
