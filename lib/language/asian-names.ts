/** Particles that Korean writes together with a word, as a pattern for the word's last character. */
export const KOREAN_PARTICLE = /[은는이가을를의도에와과로]$/u;

/** A Japanese name, as part of a pattern: a family name in ideographs and a given name in ideographs or kana. */
export const JAPANESE_NAME = '([\\u4e00-\\u9fff々]{2})([\\u4e00-\\u9fff々]{1,3}|[\\u3041-\\u3096]{2,4})';

/** What can be between a Japanese office and the name after it, as part of a pattern. */
export const AFTER_JAPANESE_OFFICE = 'の?';

/** Titles that any person may have, unlike an office. */
export const HONORIFIC =
  /^(?:さん|氏|先生|女士|教授|博士|研究员|医生|老师|記者|记者|選手|씨|선생님|교수|박사|선수|기자|작가|श्री|श्रीमती|सुश्री|जी|साहब|डॉ\.?|डॉक्टर|प्रो\.|प्रोफ़ेसर|प्रोफेसर|السيد|السيدة|الأستاذ|الأستاذة|الدكتور|الدكتورة|د\.|المهندس|المهندسة|البروفيسور|البروفيسورة|الشيخ|الكاتب|الكاتبة|الباحث|الباحثة)$/u;
