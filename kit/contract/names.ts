/** 王伟的, David Chen 的: what ends in a Latin letter or a figure is set apart from Chinese. */
export const possessive = (name: string) => (/[\p{Script=Latin}\d]$/u.test(name) ? `${name} 的` : `${name}的`)
